/** Quality rules of a data contract, of a column or of a whole table. */
import { z } from 'zod'
import { name, pattern } from './data-contract-texts.ts'

/** Accepts a text, also as YAML without quotes reads it. */
const scalar = z
  .union([z.string(), z.number(), z.boolean()], { error: 'must be a text or a number' })
  .transform(String)

const amount = z.number({ error: 'must be a number' })
const span = z.tuple([amount, amount], { error: 'must be two numbers' })
export const operators = [
  'mustBe',
  'mustNotBe',
  'mustBeGreaterThan',
  'mustBeGreaterOrEqualTo',
  'mustBeLessThan',
  'mustBeLessOrEqualTo',
  'mustBeBetween',
  'mustNotBeBetween',
] as const
export type Operator = (typeof operators)[number]

const comparison = {
  mustBe: amount.nullish(),
  mustNotBe: amount.nullish(),
  mustBeGreaterThan: amount.nullish(),
  mustBeGreaterOrEqualTo: amount.nullish(),
  mustBeLessThan: amount.nullish(),
  mustBeLessOrEqualTo: amount.nullish(),
  mustBeBetween: span.nullish(),
  mustNotBeBetween: span.nullish(),
}

/** Lists the standard's metrics of a column, and those of a whole table. */
export const columnMetrics = [
  'nullValues',
  'missingValues',
  'invalidValues',
  'duplicateValues',
] as const
export const tableMetrics = ['rowCount', 'duplicateValues'] as const

const libraryRule = <Metric extends string>(metrics: readonly [Metric, ...Metric[]]) =>
  z
    .looseObject({
      type: z.literal('library').nullish(),
      metric: z.enum(metrics, { error: `must be one of ${metrics.join(', ')}` }),
      unit: z.enum(['rows', 'percent'], { error: 'must be rows or percent' }).nullish(),
      arguments: z
        .looseObject({
          validValues: z.array(scalar).min(1, 'must not be empty').max(1000).nullish(),
          pattern: pattern.nullish(),
          missingValues: z.array(scalar.nullable()).max(100).nullish(),
          properties: z.array(name).min(1, 'must not be empty').max(20).nullish(),
        })
        .nullish(),
      ...comparison,
    })
    .superRefine((rule, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (operators.filter((operator) => rule[operator] != null).length !== 1)
        refuse('metric', 'needs exactly one comparison, such as mustBe: 0')
      const { arguments: given } = rule
      if (rule.metric === 'invalidValues' && !given?.validValues && !given?.pattern)
        refuse('arguments', 'must hold validValues or a pattern')
    })

/** Rules of other kinds are kept and not checked. */
const otherRule = z.looseObject({ type: z.enum(['text', 'sql', 'custom']) })

const isOther = (rule: unknown) => otherRule.safeParse(rule).success

/**
 * Selects the schema of a rule by the rule's own fields, so that an error is reported for the
 * matching schema.
 */
export const qualityRules = <Metric extends string>(metrics: readonly [Metric, ...Metric[]]) => {
  const library = libraryRule(metrics)
  return z
    .array(
      z
        .unknown()
        .transform((rule, context): z.infer<typeof library> | z.infer<typeof otherRule> => {
          if (isOther(rule)) return otherRule.parse(rule)
          const parsed = library.safeParse(rule)
          if (parsed.success) return parsed.data
          for (const { path, message } of parsed.error.issues)
            context.addIssue({ code: 'custom', path: [...path], message })
          return z.NEVER
        }),
    )
    .max(50, 'has too many rules (50 at most)')
    .nullish()
}
