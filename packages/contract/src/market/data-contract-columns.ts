/** One column of a data contract: its type, its options, and what they say against each other. */
import { z } from 'zod'
import { columnMetrics, qualityRules } from './data-contract-quality.ts'
import { name, pattern, text } from './data-contract-texts.ts'

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

const flag = z.boolean({ error: 'must be true or false' }).nullish()
const length = z.int({ error: 'must be a whole number' }).min(0, 'must not be negative').nullish()

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

export const contractColumn = z
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
export type ContractColumn = z.infer<typeof contractColumn>

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

/** Finds contradictions between two fields of a column. */
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

/**
 * Converts a format such as yyyy-MM-dd'T'HH:mm:ss to strptime's; null if it holds unknown letters.
 */
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
