import type { Category } from '@semblance/contract'
import type { OfferInsights } from './insight-types.ts'

type Outcome = NonNullable<OfferInsights['quarters'][number]['all']>

export type OfferRow = {
  startsOn: string
  /** Says whether the quarter is over, and if so, whether the market's figures of it are computed. */
  state: 'open' | 'awaited' | 'computed'
  own: { decided: number; won: number; meanPriceCents: bigint | null }
  /** Null before it is computed, and where too few organizations stand behind it. */
  market: Outcome | null
}

/** Returns a row for each quarter with own offers or figures of the market, the newest first, back to the oldest with any. */
export function offerRows(
  { quarters, own }: OfferInsights,
  category: Category | null,
  now = new Date(),
): OfferRow[] {
  const mine = own.filter((one) => category === null || one.category === category)
  const closed = new Set(quarters.map(({ startsOn }) => startsOn))
  const stateOf = (startsOn: string): OfferRow['state'] =>
    closed.has(startsOn) ? 'computed' : endOf(startsOn) > now ? 'open' : 'awaited'
  const starts = new Set([...mine.map(({ startsOn }) => startsOn), ...closed])
  const rows = [...starts]
    .toSorted()
    .toReversed()
    .map((startsOn) => ({
      startsOn,
      state: stateOf(startsOn),
      own: total(mine.filter((one) => one.startsOn === startsOn)),
      market: marketOf(
        quarters.find((one) => one.startsOn === startsOn),
        category,
      ),
    }))
  return rows.slice(0, 1 + rows.findLastIndex(({ own, market }) => own.decided > 0 || market))
}

/** Returns the first moment after a quarter. */
function endOf(startsOn: string): Date {
  const start = new Date(startsOn)
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 3, 1))
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
    meanPriceCents: won === 0 ? null : (cents / BigInt(won) / 100n) * 100n,
  }
}
