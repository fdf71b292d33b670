/**
 * Groups completed contracts so that figures of a group disclose no single contract. Each contract
 * is in one group for good, and groups grow by whole batches: neither a change of the question nor
 * the passing of time shows a difference of fewer contracts than a batch.
 */
import { type CountedFact, type PriceQuestion, standsOnEnough } from '@semblance/contract'

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
      if (!isSafe(contracts)) continue
      batches.push({ key, contracts })
      left = left.filter((contract) => !contracts.includes(contract))
    }
  }
  return batches
}

/** Returns true if a batch stands on enough vendors and clients for whoever knows its own contracts. */
export const isSafe = (contracts: readonly LikeContract[]): boolean =>
  standsOnEnough(
    contracts.map(({ id, client, vendor }): CountedFact => ({ id, sides: [client, vendor] })),
  )

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

/** Returns the middle half of a group: means around its quartiles, rounded away from the middle. */
export function figuresOf(contracts: readonly LikeContract[]): GroupFigures {
  const days = middleHalf(contracts.map((contract) => contract.days))
  const answers = middleHalf(contracts.map(({ answerDays }) => answerDays))
  return {
    contracts: contracts.length,
    vendors: new Set(contracts.map(({ vendor }) => vendor)).size,
    ...moneyRange(contracts.map(({ priceCents }) => priceCents)),
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

/** Returns bounds about the middle half of five or more amounts, rounded away from the middle. */
export function moneyRange(amountsCents: readonly number[]) {
  const { low, high } = middleHalf(amountsCents.map((cents) => cents / 100))
  return { lowCents: roundTo(low, Math.floor) * 100, highCents: roundTo(high, Math.ceil) * 100 }
}

/** Returns the means of the three values around each quartile; of five or more. */
function middleHalf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.max(1, Math.round((sorted.length - 1) / 4))
  const mean = (middle: number) =>
    sorted.slice(middle - 1, middle + 2).reduce((sum, value) => sum + value, 0) / 3
  return { low: mean(at), high: mean(sorted.length - 1 - at) }
}

/** Rounds to a step of 1, 2 or 5 times a power of ten that is at least a twentieth of the value. */
function roundTo(value: number, round: (value: number) => number): number {
  const least = Math.max(value / 20, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
  return round(value / step) * step
}
