/** The rules by which the platform answers changes of terms for one party: a schedule of prices, and bounds. Pure. */
import { z } from 'zod'
import { formatDollarsBriefly } from '../../core/dollars.ts'
import { amount } from '../../core/money.ts'
import type { Side } from '../../core/sides.ts'
import {
  accuracyPercent,
  privacyLevelLabels,
  privacyLevels,
  type Requirements,
  sampleRecords,
  type Terms,
  timelineDays,
  wholeNumber,
} from '../terms.ts'

/** Limits the automatic answers of a vendor on one offer, or of a client to one vendor, and the proposals that rules read. */
export const MAX_ANSWERS = 10

/** Holds the worst value of each term that an approval may agree to; absent: what the request asks for, or the offer says. */
export const termBounds = z.strictObject({
  timelineDays: timelineDays.optional(),
  sampleRecords: sampleRecords.optional(),
  minAccuracyPercent: accuracyPercent.optional(),
  privacyLevel: z.enum(privacyLevels).optional(),
})
export type TermBounds = z.infer<typeof termBounds>

const ruleFields = {
  /** The highest price that a client agrees to, or the lowest that a vendor does. */
  priceBoundCents: amount('This price'),
  /** The most that one answer moves the price. */
  stepCents: amount('The step'),
  /** The most automatic answers on a vendor's offer, or to a client's vendor; each proposal that is read counts, answered or not. */
  answers: z
    .number({ error: 'Enter a number of answers' })
    .int('Enter whole answers')
    .min(1, 'At least 1 answer')
    .max(MAX_ANSWERS, `At most ${MAX_ANSWERS} answers`),
  /** True: a proposal at least as good as the next answer is approved; false: it is left to people. */
  mayApprove: z.boolean(),
  bounds: termBounds,
}

export const statedRules = z.object({
  ...ruleFields,
  /** The price that a client proposes first; a vendor opens with its offer. */
  openingCents: amount('The first price').optional(),
})
export type StatedRules = z.infer<typeof statedRules>

export const answerRules = z.object({ ...ruleFields, openingCents: z.bigint() })
export type AnswerRules = z.infer<typeof answerRules>

/** Holds what a party asks for openly: a client in its request, a vendor in its offer. */
export type Position = Pick<
  Terms,
  | 'timelineDays'
  | 'sampleRecords'
  | 'minAccuracyPercent'
  | 'privacyLevel'
  | 'dataFormats'
  | 'moreRows'
  | 'license'
>

export const positionOf = (side: Side, current: Position, asked: Requirements): Position =>
  side === 'vendor' ? current : { ...asked, dataFormats: [asked.deliveryFormat] }

/** Returns a price moved toward the other party by an amount. */
export const concede = (side: Side, priceCents: bigint, byCents: bigint): bigint =>
  side === 'client' ? priceCents + byCents : priceCents - byCents

/** Returns true if a price is as good for this side as another one, or better. */
export const isAsGood = (side: Side, priceCents: bigint, thanCents: bigint): boolean =>
  side === 'client' ? priceCents <= thanCents : priceCents >= thanCents

type Schedule = Pick<AnswerRules, 'openingCents' | 'stepCents' | 'answers'>

/** Returns the furthest price of each answer; the offer itself is a vendor's opening, the first answer a client's. */
export function furthestPrices(
  side: Side,
  { openingCents, stepCents, answers }: Schedule,
): bigint[] {
  const first = side === 'client' ? 0 : 1
  return Array.from({ length: answers }, (_, index) =>
    concede(side, openingCents, stepCents * BigInt(index + first)),
  )
}

/** Returns the price that no automatic answer passes, which does not depend on the bound. */
export const scheduleEnd = (side: Side, schedule: Schedule): bigint =>
  furthestPrices(side, schedule).at(-1) ?? schedule.openingCents

export type RulesProblem = { field: string; message: string }

/**
 * Returns why rules cannot be used: a schedule that ends past the bound, so that the answers would show where it is, or
 * a bound that is stricter than what the party asks for openly. Null if they can.
 */
export function rulesProblem(
  side: Side,
  rules: AnswerRules,
  position: Position,
): RulesProblem | null {
  const end = scheduleEnd(side, rules)
  if (!isAsGood(side, end, rules.priceBoundCents)) {
    const bound = formatDollarsBriefly(rules.priceBoundCents)
    const where = side === 'client' ? `above ${bound}` : `below ${bound}`
    const reached = end < 0n ? 'below nothing' : `at ${formatDollarsBriefly(end)}`
    return {
      field: 'stepCents',
      message: `The last answer may end ${reached}, ${where}. Take a smaller step or fewer answers.`,
    }
  }
  const field = findStricter(side, rules.bounds, position)
  return field ? { field: `bounds.${field}`, message: strictTexts[field](side, position) } : null
}

type AsGood<Field extends keyof TermBounds> = (
  side: Side,
  value: Position[Field],
  limit: Position[Field],
) => boolean

/** Says how a term's values are ordered: true if `value` is as good for the side as `limit`. */
export const termIsAsGood: { [Field in keyof TermBounds]-?: AsGood<Field> } = {
  timelineDays: (side, value, limit) => (side === 'client' ? value <= limit : value >= limit),
  sampleRecords: (side, value, limit) => gives(side, value ?? 0, limit ?? 0),
  minAccuracyPercent: (side, value, limit) => gives(side, value ?? 0, limit ?? 0),
  privacyLevel: (side, value, limit) =>
    gives(side, privacyLevels.indexOf(value), privacyLevels.indexOf(limit)),
}

/** Compares what a vendor gives: a client wants as much or more, a vendor as much or less. */
const gives = (side: Side, value: number, limit: number) =>
  side === 'client' ? value >= limit : value <= limit

/** Returns a term whose bound is stricter than the request or the offer; undefined if none is. */
function findStricter(
  side: Side,
  bounds: TermBounds,
  open: Position,
): keyof TermBounds | undefined {
  const isMet: Record<keyof TermBounds, boolean> = {
    timelineDays: termIsAsGood.timelineDays(
      side,
      open.timelineDays,
      bounds.timelineDays ?? open.timelineDays,
    ),
    sampleRecords: termIsAsGood.sampleRecords(
      side,
      open.sampleRecords,
      bounds.sampleRecords ?? open.sampleRecords,
    ),
    minAccuracyPercent: termIsAsGood.minAccuracyPercent(
      side,
      open.minAccuracyPercent,
      bounds.minAccuracyPercent ?? open.minAccuracyPercent,
    ),
    privacyLevel: termIsAsGood.privacyLevel(
      side,
      open.privacyLevel,
      bounds.privacyLevel ?? open.privacyLevel,
    ),
  }
  return boundFields.find((field) => !isMet[field])
}

const boundFields = [
  'timelineDays',
  'sampleRecords',
  'minAccuracyPercent',
  'privacyLevel',
] as const satisfies readonly (keyof TermBounds)[]

const whose = (side: Side) => (side === 'client' ? 'your request' : 'your offer')
const most = (side: Side) => (side === 'client' ? 'At most' : 'At least')

const strictTexts: Record<keyof TermBounds, (side: Side, position: Position) => string> = {
  timelineDays: (side, { timelineDays: days }) =>
    `${side === 'client' ? 'At least' : 'At most'} the ${days} days of ${whose(side)}`,
  sampleRecords: (side, { sampleRecords: records }) =>
    `${most(side)} the ${wholeNumber.format(records ?? 0)} records of ${whose(side)}`,
  minAccuracyPercent: (side, { minAccuracyPercent: percent }) =>
    `${most(side)} the ${percent ?? 0}% of ${whose(side)}`,
  privacyLevel: (side, { privacyLevel: level }) =>
    `${side === 'client' ? 'Not stricter' : 'Not weaker'} than ${privacyLevelLabels[level]}, which ${whose(side)} says`,
}
