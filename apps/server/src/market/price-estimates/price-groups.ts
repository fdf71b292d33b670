/**
 * Groups completed contracts so that figures of a group disclose no single contract. Each contract
 * is in one group for good, and groups grow by whole batches: neither a change of the question nor
 * the passing of time shows a difference of fewer contracts than a batch.
 */
import { type CountedFact, halvesOf, type PriceQuestion, standsOnEnough } from '@semblance/contract'

/** Days after which a contract that found no batch waits in the next wider group. */
export const WAIT_DAYS = 30

const DAY_MS = 86_400_000

export type LikeContract = PriceQuestion & {
  id: string
  /** Related companies have one name. */
  vendor: string
  client: string
  priceCents: number
  /** From payment to delivery. */
  days: number
  /** From the request to its first offer. */
  answerDays: number
  completedAt: Date
}

const bandOf = (limits: readonly number[], value: number | undefined) =>
  value === undefined ? 'open' : `up${limits.find((limit) => value <= limit) ?? ''}`

/** Returns the groups that a contract fits, the closest first; the last one is the whole market. */
export function keysOf(asked: PriceQuestion, market: 'real' | 'sample'): string[] {
  const columns = bandOf([10, 30, 100], asked.columns)
  const records = bandOf([10_000, 100_000, 1_000_000], asked.records)
  const parts = [market, asked.category, asked.privacyLevel, `${columns}/${records}`]
  return [4, 3, 2, 1].map((length) => parts.slice(0, length).join('/'))
}

/** Returns the batches that waiting contracts form now, each with the key of its group. */
export function batchesOf(
  waiting: readonly LikeContract[],
  market: 'real' | 'sample',
  now: Date,
): { key: string; contracts: LikeContract[] }[] {
  const batches: { key: string; contracts: LikeContract[] }[] = []
  let left = [...waiting]
  for (const level of [0, 1, 2, 3]) {
    const before = now.getTime() - level * WAIT_DAYS * DAY_MS
    const groups = Map.groupBy(
      left.filter(({ completedAt }) => completedAt.getTime() <= before),
      (contract) => keysOf(contract, market)[level] ?? '',
    )
    for (const [key, contracts] of groups) {
      if (!figuresOf(contracts)) continue
      batches.push({ key, contracts })
      left = left.filter((contract) => !contracts.includes(contract))
    }
  }
  return batches
}

const factOf = ({ id, client, vendor }: LikeContract): CountedFact => ({
  id,
  sides: [client, vendor],
})

export type GroupFigures = {
  contracts: number
  vendors: number
  lowCents: number
  highCents: number
  lowDays: number
  highDays: number
  lowAnswerDays: number
  highAnswerDays: number
  since: Date
}

/** Returns what is shown of a group; null if it or a half of it, by price or days, stands on too few. */
export function figuresOf(contracts: readonly LikeContract[]): GroupFigures | null {
  const facts = contracts.map((contract) => ({ ...contract, ...factOf(contract) }))
  if (!standsOnEnough(facts)) return null
  const price = moneyRange(facts, ({ priceCents }) => priceCents)
  const days = rangeOf(facts, (contract) => contract.days)
  const answers = rangeOf(facts, ({ answerDays }) => answerDays)
  if (!price || !days || !answers) return null
  return {
    contracts: contracts.length,
    vendors: new Set(contracts.map(({ vendor }) => vendor)).size,
    ...price,
    lowDays: Math.floor(days.low),
    highDays: Math.ceil(days.high),
    lowAnswerDays: Math.floor(answers.low),
    highAnswerDays: Math.ceil(answers.high),
    since: monthOf(Math.min(...contracts.map(({ completedAt }) => completedAt.getTime()))),
  }
}

/** Returns the first moment of the month, since the day would be that of one contract. */
function monthOf(ms: number): Date {
  const day = new Date(ms)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1))
}

/** Returns the means of the lower and the upper half of amounts, rounded away from the middle; null for too few. */
export function moneyRange<Fact extends CountedFact>(
  facts: readonly Fact[],
  centsOf: (fact: Fact) => number,
) {
  const range = rangeOf(facts, (fact) => centsOf(fact) / 100)
  if (!range) return null
  return {
    lowCents: roundTo(range.low, Math.floor) * 100,
    highCents: roundTo(range.high, Math.ceil) * 100,
  }
}

/** Returns the means of the lower and of the upper half, each of which stands on enough; null for too few. */
function rangeOf<Fact extends CountedFact>(
  facts: readonly Fact[],
  measureOf: (fact: Fact) => number,
) {
  const halves = halvesOf(facts, measureOf)
  if (!halves) return null
  const mean = (half: readonly Fact[]) =>
    half.reduce((sum, fact) => sum + measureOf(fact), 0) / half.length
  return { low: mean(halves.lower), high: mean(halves.upper) }
}

/** Rounds to a step of 1, 2 or 5 times a power of ten that is at least a twentieth of the value. */
function roundTo(value: number, round: (value: number) => number): number {
  const least = Math.max(value / 20, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
  return round(value / step) * step
}
