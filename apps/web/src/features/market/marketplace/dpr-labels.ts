import type { MarketDpr } from '@semblance/contract'
import { usdRange } from '@/lib/format.ts'

export function budgetText(dpr: Pick<MarketDpr, 'budgetMinCents' | 'budgetMaxCents'>) {
  return usdRange(Number(dpr.budgetMinCents), Number(dpr.budgetMaxCents))
}
