/**
 * What a client asks of the tables it will receive, written in the Open Data Contract Standard (ODCS, version 3):
 * strict about the part that deliveries are checked against, open to everything else the standard knows.
 */
import { z } from 'zod'
import { isPlainJson } from './plain-json.ts'

/** Of the document as JSON, and of a file that holds it. */
export const MAX_DATA_CONTRACT_BYTES = 256 * 1024
const MAX_DEPTH = 20
const MAX_TABLES = 50
const MAX_COLUMNS = 1000

export const columnTypes = [
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'timestamp',
  'time',
] as const
export type ColumnType = (typeof columnTypes)[number]

export const isNumeric = (type: ColumnType | null | undefined) =>
  type === 'integer' || type === 'number'
export const isTemporal = (type: ColumnType | null | undefined) =>
  type === 'date' || type === 'timestamp' || type === 'time'

const name = z
  .string({ error: 'must be text' })
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'is too long (200 characters at most)')
const text = z.string({ error: 'must be text, in quotes if it looks like a number' })
const flag = z.boolean({ error: 'must be true or false' }).nullish()
const length = z.int({ error: 'must be a whole number' }).min(0, 'must not be negative').nullish()

/** What both JavaScript and the database's regular expressions (RE2) read in the same way. */
const MAX_REPEATS = 1000
function patternProblem(pattern: string): string | null {
  try {
    new RegExp(pattern)
  } catch {
    return 'is no regular expression'
  }
  if (/\(\?(?!:)/.test(pattern)) return 'must do without lookahead, lookbehind and named groups'
  const escaped = [...pattern.matchAll(/\\(.)/gs)].map(([, sign]) => sign!)
  if (escaped.some((sign) => /[\dA-Za-z]/.test(sign) && !'dDwWsSbBnrtfv'.includes(sign)))
    return 'must do without back references and rare escapes'
  if (/\[\^?\]/.test(pattern)) return 'must not hold an empty set'
  const repeats = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, from, to]) =>
    Math.max(1, Number(to || from)),
  )
  if (/\[[^\]]*(?:\\[bB]|-\\[dDwWsS])/.test(pattern))
    return 'must not put a word boundary or a range to a class into a set'
  return repeats.reduce((product, count) => product * count, 1) > MAX_REPEATS
    ? `must not repeat a part more than ${MAX_REPEATS} times`
    : null
}
const pattern = text
  .max(500, 'is too long (500 characters at most)')
  .superRefine((value, context) => {
    const problem = patternProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

/** Also what a YAML file holds without quotes. */
const scalar = z
  .union([z.string(), z.number(), z.boolean()], { error: 'must be a text or a number' })
  .transform(String)

export const stringFormats = ['email', 'uuid', 'uri', 'hostname', 'ipv4', 'ipv6'] as const
export type StringFormat = (typeof stringFormats)[number]

const bound = z.union([z.number(), z.string()], { error: 'must be a number or a date' }).nullish()

export const bounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const
export type Bound = (typeof bounds)[number]

const typeOptions = z.looseObject({
  minimum: bound,
  exclusiveMinimum: bound,
  maximum: bound,
  exclusiveMaximum: bound,
  multipleOf: z.number({ error: 'must be a number' }).positive('must be above 0').nullish(),
  minLength: length,
  maxLength: length,
  pattern: pattern.nullish(),
  format: text.max(60, 'is too long (60 characters at most)').nullish(),
})
export type TypeOptions = z.infer<typeof typeOptions>

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

/** The standard's metrics, and whether they are about a column or a whole table. */
const columnMetrics = ['nullValues', 'missingValues', 'invalidValues', 'duplicateValues'] as const
const tableMetrics = ['rowCount', 'duplicateValues'] as const

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

/** Chosen by what the rule says of itself, so that a mistake in one is told as its own. */
const qualityRules = <Metric extends string>(metrics: readonly [Metric, ...Metric[]]) => {
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

const column = z
  .looseObject({
    name,
    physicalName: name.nullish(),
    logicalType: z
      .enum(columnTypes, {
        error: `must be one of ${columnTypes.join(', ')}; tables are delivered flat, so objects and arrays are none`,
      })
      .nullish(),
    required: flag,
    unique: flag,
    primaryKey: flag,
    logicalTypeOptions: typeOptions.nullish(),
    quality: qualityRules(columnMetrics),
  })
  .superRefine(({ logicalType, logicalTypeOptions: options }, context) => {
    for (const [field, message] of optionProblems(logicalType ?? null, options ?? {}))
      context.addIssue({ code: 'custom', path: ['logicalTypeOptions', field], message })
  })
export type ContractColumn = z.infer<typeof column>

/** Upper ends of the span that a bound opens. */
const opposite = { minimum: 'maximum', exclusiveMinimum: 'exclusiveMaximum' } as const

const temporalBounds: Partial<Record<ColumnType, { shape: RegExp; words: string }>> = {
  date: { shape: /^\d{4}-\d\d-\d\d$/, words: 'a date such as 2026-01-31' },
  timestamp: {
    shape: /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?$/,
    words: 'a date or a time such as 2026-01-31T08:00:00',
  },
  time: { shape: /^\d\d:\d\d(:\d\d)?$/, words: 'a time such as 08:30:00' },
}

/** What two fields of a column say against each other. */
function optionProblems(
  type: ColumnType | null,
  options: Partial<TypeOptions>,
): [keyof TypeOptions & string, string][] {
  const problems: [string, string][] = []
  const given = (field: keyof TypeOptions) => options[field] != null
  for (const field of bounds) {
    if (!given(field)) continue
    const temporal = type && temporalBounds[type]
    if (isNumeric(type) ? typeof options[field] !== 'number' : !temporal)
      problems.push([
        field,
        isNumeric(type) ? 'must be a number' : 'needs the logicalType of a number or a date',
      ])
    else if (temporal && !isDay(String(options[field]), temporal.shape))
      problems.push([field, `must be ${temporal.words}`])
  }
  for (const [low, high] of Object.entries(opposite) as ['minimum', 'maximum'][])
    if (given(low) && given(high) && options[low]! > options[high]!)
      problems.push([low, `is above ${high}`])
  if (given('minLength') && given('maxLength') && options.minLength! > options.maxLength!)
    problems.push(['minLength', 'is above maxLength'])
  if (given('multipleOf') && !isNumeric(type))
    problems.push(['multipleOf', 'needs the logicalType integer or number'])
  for (const field of ['minLength', 'maxLength', 'pattern'] as const)
    if (given(field) && type !== 'string') problems.push([field, 'needs the logicalType string'])
  if (given('format') && isTemporal(type) && dateFormatOf(options.format!) === null)
    problems.push(['format', 'must be written with yyyy, MM, dd, HH, mm, ss and SSS'])
  if (given('format') && type === 'string' && !isStringFormat(options.format!))
    problems.push(['format', `must be one of ${stringFormats.join(', ')}`])
  return problems
}

const isStringFormat = (format: string): format is StringFormat =>
  stringFormats.includes(format as StringFormat)

const isDay = (value: string, shape: RegExp) =>
  shape.test(value) && (value.length < 9 || !Number.isNaN(Date.parse(value.replace(' ', 'T'))))

const dateParts: Record<string, string> = {
  yyyy: '%Y',
  MM: '%m',
  dd: '%d',
  HH: '%H',
  mm: '%M',
  ss: '%S',
  SSS: '%g',
}

/** A format such as yyyy-MM-dd'T'HH:mm:ss in the signs of strptime; null when it holds letters that are not read. */
export function dateFormatOf(format: string): string | null {
  let known = true
  const written = format.replaceAll(/'([^']*)'|[A-Za-z]+|%/g, (part, quoted?: string) =>
    part === '%' || quoted !== undefined ? (quoted ?? '%%').replaceAll('%', '%%') : lettersOf(part),
  )
  return known && written.includes('%') ? written : null

  /** "yyyyMMdd", and the T and Z that are usually written without quotes. */
  function lettersOf(letters: string): string {
    return letters.replaceAll(/([A-Za-z])\1*/g, (run) => {
      if (run === 'T' || run === 'Z') return run
      if (!dateParts[run]) known = false
      return dateParts[run] ?? ''
    })
  }
}

const table = z
  .looseObject({
    name,
    physicalName: name.nullish(),
    properties: z
      .array(column, { error: 'must list the columns' })
      .min(1, 'must have at least one column')
      .max(MAX_COLUMNS, `has too many columns (${MAX_COLUMNS} at most)`),
    quality: qualityRules(tableMetrics),
  })
  .superRefine(({ properties, quality }, context) => {
    const names = properties.map((property) => property.name)
    for (const [index, own] of names.entries())
      if (names.indexOf(own) < index)
        context.addIssue({
          code: 'custom',
          path: ['properties', index, 'name'],
          message: 'is the name of another column, too',
        })
    for (const [index, rule] of (quality ?? []).entries()) {
      const listed = 'metric' in rule && rule.metric === 'duplicateValues' && keysOf(rule)
      if (listed === false) continue
      if (listed.length === 0 || listed.some((key) => !names.includes(key)))
        context.addIssue({
          code: 'custom',
          path: ['quality', index, 'arguments'],
          message: 'must list columns of this table as properties',
        })
    }
  })
export type ContractTable = z.infer<typeof table>

const keysOf = (rule: object): string[] =>
  (rule as { arguments?: { properties?: string[] | null } | null }).arguments?.properties ?? []

const document = z
  .looseObject({
    apiVersion: text.regex(/^v3\.\d+\.\d+$/, 'must be a version 3 of the standard, such as v3.1.0'),
    kind: z.literal('DataContract', { error: 'must be DataContract' }),
    id: text.min(1, 'must not be empty').max(200),
    version: text.min(1, 'must not be empty').max(100),
    status: text.min(1, 'must not be empty').max(100),
    schema: z
      .array(table, { error: 'must list the tables' })
      .min(1, 'must have at least one table')
      .max(MAX_TABLES, `has too many tables (${MAX_TABLES} at most)`),
  })
  .superRefine(({ schema }, context) => {
    const names = schema.map((one) => one.name)
    for (const [index, own] of names.entries())
      if (names.indexOf(own) < index)
        context.addIssue({
          code: 'custom',
          path: ['schema', index, 'name'],
          message: 'is the name of another table, too',
        })
  })
export type DataContract = z.infer<typeof document>

export const dataContract = z
  .unknown()
  .superRefine((value, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', message, continue: false })
    if (!isPlainJson(value, MAX_DEPTH)) refuse('The data contract is nested too deeply')
    else if (new TextEncoder().encode(JSON.stringify(value)).length > MAX_DATA_CONTRACT_BYTES)
      refuse(`The data contract is too large (${MAX_DATA_CONTRACT_BYTES / 1024} KB at most)`)
  })
  .pipe(document)
