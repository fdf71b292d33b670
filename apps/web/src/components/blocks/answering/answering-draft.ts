/** Reads the form of rules for automatic answers, and says what they come to. */
import {
  type Answering,
  type AnswerRules,
  accuracyPercent,
  amount,
  formatDollarsBriefly,
  furthestPrices,
  MAX_ANSWERS,
  type Position,
  parseDollars,
  parseWhole,
  positionOf,
  privacyLevels,
  rulesProblem,
  type Side,
  type StatedRules,
  sampleRecords,
  timelineDays,
} from '@semblance/contract'
import { z } from 'zod'
import { dollars, emptyOr, whole } from '@/lib/forms/typed-fields.ts'

const fields = z.object({
  openingCents: dollars(amount('The first price')),
  priceBoundCents: dollars(amount('This price')),
  stepCents: dollars(amount('The step')),
  answers: whole(
    z.number().min(1, 'At least 1').max(MAX_ANSWERS, `At most ${MAX_ANSWERS}`),
    'answers',
  ),
  mayApprove: z.boolean(),
  timelineDays: emptyOr(whole(timelineDays, 'days'), undefined),
  sampleRecords: emptyOr(whole(sampleRecords, 'records'), undefined),
  minAccuracyPercent: emptyOr(whole(accuracyPercent, 'percent'), undefined),
  privacyLevel: z.enum(['', ...privacyLevels]),
})
export type AnsweringDraft = z.input<typeof fields>

/** Maps the fields of rules to those of the form. */
const shownAt = (field: string) => field.replace(/^bounds\./, '')

/** Returns the schema of the form; it refuses what the server would refuse, at the same field. */
export const draftSchema = (answering: Answering) =>
  fields
    .transform(({ openingCents, priceBoundCents, stepCents, answers, mayApprove, ...bounds }) => ({
      openingCents,
      priceBoundCents,
      stepCents,
      answers,
      mayApprove,
      bounds: mayApprove
        ? { ...bounds, privacyLevel: bounds.privacyLevel === '' ? undefined : bounds.privacyLevel }
        : {},
    }))
    .superRefine((rules, issues) => {
      const problem = rulesProblem(answering.side, rules, openPosition(answering))
      if (problem)
        issues.addIssue({
          code: 'custom',
          path: [shownAt(problem.field)],
          message: problem.message,
        })
    })
    .transform((rules): StatedRules => rules)

/** Returns what the party asks for openly: its request, or its offer. */
export const openPosition = ({ side, asked, offered }: Answering): Position =>
  positionOf(side, offered ?? { ...asked, dataFormats: [asked.deliveryFormat] }, asked)

const typed = (cents: bigint | undefined) =>
  cents === undefined ? '' : formatDollarsBriefly(cents).replace('$', '')
const text = (value: number | undefined) => (value === undefined ? '' : String(value))

/** Begins with the rules as they were last stated. */
export function beginDraft({ rules, offered }: Answering): AnsweringDraft {
  return {
    openingCents: typed(offered?.priceCents ?? rules?.openingCents),
    priceBoundCents: typed(rules?.priceBoundCents),
    stepCents: typed(rules?.stepCents),
    answers: String(rules?.answers ?? 3),
    mayApprove: rules?.mayApprove ?? false,
    timelineDays: text(rules?.bounds.timelineDays),
    sampleRecords: text(rules?.bounds.sampleRecords),
    minAccuracyPercent: text(rules?.bounds.minAccuracyPercent),
    privacyLevel: rules?.bounds.privacyLevel ?? '',
  }
}

/** Returns the furthest prices of what is typed so far: "$18,000, $17,500, $17,000"; null while they cannot be told. */
export function scheduleText(
  side: Side,
  draft: Pick<AnsweringDraft, 'openingCents' | 'stepCents' | 'answers'>,
): string | null {
  const openingCents = parseDollars(draft.openingCents)
  const stepCents = parseDollars(draft.stepCents)
  const answers = parseWhole(draft.answers)
  if (!openingCents || !stepCents || !answers || answers < 1 || answers > MAX_ANSWERS) return null
  return listPrices(side, { openingCents, stepCents, answers })
}

type Schedule = Pick<AnswerRules, 'openingCents' | 'stepCents' | 'answers'>

export const listPrices = (side: Side, schedule: Schedule): string | null => {
  const prices = furthestPrices(side, schedule)
  return prices.every((cents) => cents > 0n)
    ? prices.map((cents) => formatDollarsBriefly(cents)).join(', ')
    : null
}
