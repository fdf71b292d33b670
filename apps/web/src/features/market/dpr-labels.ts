import { deliveryFormats, type MarketDpr } from '@semblance/contract'
import { usdRange } from '@/lib/format.ts'

export function budgetText(dpr: Pick<MarketDpr, 'budgetMinCents' | 'budgetMaxCents'>) {
  return usdRange(Number(dpr.budgetMinCents), Number(dpr.budgetMaxCents))
}

/** "csv" -> "CSV"; a format we have no name for is shown as it is stored. */
export function formatLabel(format: string) {
  return Object.entries(deliveryFormats).find(([key]) => key === format)?.[1] ?? format
}
