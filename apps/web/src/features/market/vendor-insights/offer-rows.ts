import type { Category } from '@semblance/contract'
import type { OfferInsights } from './offer-figures.tsx'

type Outcome = NonNullable<OfferInsights['quarters'][number]['all']>

export type OfferRow = {
  startsOn: string
  /** True for the quarter that is not over, of which the market has no figures. */
  isOpen: boolean
  own: { decided: number; won: number; meanPriceCents: bigint | null }
  /** Null where too few organizations stand behind it. */
  market: Outcome | null
}

/** Returns a row for each quarter with own offers or figures of the market, the newest first. */
export function offerRows({ quarters, own }: OfferInsights, category: Category | null): OfferRow[] {
  const mine = own.filter((one) => category === null || one.category === category)
  const closed = new Set(quarters.map(({ startsOn }) => startsOn))
  const newest = quarters[0]?.startsOn ?? ''
  const starts = new Set([...mine.map(({ startsOn }) => startsOn), ...closed])
  return [...starts]
    .toSorted()
    .toReversed()
    .map((startsOn) => ({
      startsOn,
      isOpen: startsOn > newest,
      own: total(mine.filter((one) => one.startsOn === startsOn)),
      market: marketOf(
        quarters.find((one) => one.startsOn === startsOn),
        category,
      ),
    }))
}

function marketOf(
  quarter: OfferInsights['quarters'][number] | undefined,
  category: Category | null,
): Outcome | null {
  if (!quarter) return null
  if (category === null) return quarter.all
  return quarter.byCategory?.find(({ key }) => key === category) ?? null
}

function total(own: OfferInsights['own']): OfferRow['own'] {
  const won = own.reduce((sum, one) => sum + one.won, 0)
  const cents = own.reduce((sum, one) => sum + BigInt(one.won) * (one.meanPriceCents ?? 0n), 0n)
  return {
    decided: own.reduce((sum, one) => sum + one.decided, 0),
    won,
    meanPriceCents: won === 0 ? null : cents / BigInt(won),
  }
}
