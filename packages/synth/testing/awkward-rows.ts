/** Random rows with what is hard about columns of each type, and their codes, worked out without SQL. */
import fc from 'fast-check'
import { withOtherLabel } from '../src/model/measure/discover-categories.ts'
import { isModeled, isOrdered, LARGEST_NUMBER } from '../src/schema/column-schema.ts'
import type { DeclaredSchema } from '../src/schema/declared-schema.ts'
import { isNullToken } from '../src/schema/infer/null-tokens.ts'
import type { RulePlan } from '../src/schema/rules/rule-plan.ts'
import { convert } from '../src/schema/rules/rule-units.ts'
import type { MemoryColumn } from './measure-in-memory.ts'

const DAY = 86_400
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000 / DAY
const FIRST_DAY = day('0001-01-01')
const LAST_DAY = day('9999-12-31')
const days = fc.oneof(
  fc.integer({ min: -3000, max: 30_000 }),
  fc.integer({ min: FIRST_DAY, max: LAST_DAY }),
  fc.constantFrom(FIRST_DAY, LAST_DAY),
)

/** `day` counts days since 1970, `moment` seconds; doubles may be NaN or infinite. */
export const awkwardRow = fc.record({
  whole: fc.option(fc.integer({ min: -70, max: 3_000_000 })),
  huge: fc.option(fc.integer({ min: -(2 ** 50), max: 2 ** 50 })),
  price: fc.option(fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n / 100).toFixed(2))),
  ratio: fc.option(
    fc.oneof(
      fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e6, max: 1e6 }),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, -0),
      fc.constantFrom(0.0005, -2.0015, 12_345_678.5, 1e9, 4e15),
    ),
  ),
  city: fc.option(
    fc.constantFrom('Rome', 'Ålesund', "L'Aquila", 'a\\b', ' Oslo ', 'NA', '', '?', 'O"o', 'Other'),
  ),
  code: fc.option(fc.constantFrom('A', 'AB', 'ABCD')),
  'fl"ag': fc.option(fc.boolean()),
  day: fc.option(days),
  moment: fc.option(
    fc
      .tuple(days, fc.integer({ min: 0, max: DAY - 1 }))
      .map(([date, second]) => date * DAY + second),
  ),
  written: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 10 ** 6 }).map(String),
      fc.constantFrom(
        '1.5',
        '.5',
        '1e3',
        '-2.',
        'x',
        '12a',
        '1 2',
        '-0.5',
        'NaN',
        'Infinity',
        '9e99',
      ),
    ),
  ),
  european: fc.option(
    fc.constantFrom('01.02.2020', '29.02.2020', '29.02.2021', '31.12.1999', '32.01.2020', 'soon'),
  ),
})
export type Awkward = typeof awkwardRow extends fc.Arbitrary<infer Row> ? Row : never
type Column = keyof Awkward

export const AWKWARD_SCHEMA: DeclaredSchema['tables'][string] = {
  columns: {
    id: { kind: 'key' },
    whole: { kind: 'integer' },
    huge: { kind: 'integer' },
    price: { kind: 'number', decimals: 1 },
    ratio: { kind: 'number', decimals: 3 },
    city: { kind: 'category' },
    code: { kind: 'category' },
    'fl"ag': { kind: 'boolean' },
    day: { kind: 'date', format: '%Y-%m-%d' },
    moment: { kind: 'timestamp', format: '%Y-%m-%d %H:%M:%S' },
    written: { kind: 'number', decimals: 1, min: 0, max: 500_000 },
    european: { kind: 'date', format: '%d.%m.%Y' },
  },
  rules: [{ order: ['european', 'day'] }],
}

/** Lists the columns after `id`, which numbers the rows from 0. */
export const AWKWARD_COLUMNS = Object.keys(AWKWARD_SCHEMA.columns ?? {}).slice(1) as Column[]

/** Writes a day as YYYY-MM-DD. */
export const dayText = (date: number) => new Date(date * DAY * 1000).toISOString().slice(0, 10)
/** Writes a moment as YYYY-MM-DD hh:mm:ss in UTC. */
export const momentText = (moment: number) =>
  new Date(moment * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Writes a cell as a file has it; a missing one is empty. */
export function cellText(row: Awkward, column: Column): string {
  const value = row[column]
  if (value === null) return ''
  if (column === 'day') return dayText(value as number)
  if (column === 'moment') return momentText(value as number)
  return String(value)
}

/** Codes the rows as the plan says: integers on grids, or positions in labels; missing values are NaN. */
export function codeInMemory(rows: Awkward[], plan: RulePlan): MemoryColumn[] {
  const columns: MemoryColumn[] = plan.schemas.slice(0, plan.width).map((schema, j) => {
    const name = schema.name as Column
    if (!isModeled(schema.kind)) return { values: new Float64Array(rows.length), labels: [] }
    if (!isOrdered(schema.kind)) return categories(rows, name, schema.values)
    const { low, high } = plan.ranges[j]!
    const values = Float64Array.from(rows, (row) => {
      const number = numberOf(row, name)
      if (!Number.isFinite(number)) return Number.NaN
      const isTime = schema.kind === 'date' || schema.kind === 'timestamp'
      const coded = isTime
        ? Math.floor(number / schema.unitSeconds)
        : Math.sign(number) * Math.round(Math.abs(number * 10 ** schema.decimals))
      return Math.min(high, Math.max(low, coded))
    })
    return { values, labels: [] }
  })
  for (const derivation of plan.derivations) {
    if (derivation.type !== 'above' && derivation.type !== 'below') continue
    const { type, column, bases, difference } = derivation
    const values = columns[column]!.values.map((value, i) => {
      if (Number.isNaN(value)) return Number.NaN
      const known = bases
        .map(({ conversion, column: base }) => convert(conversion, columns[base]!.values[i]!))
        .filter((base) => !Number.isNaN(base))
      if (known.length === 0) return 0
      const apart = type === 'above' ? value - Math.max(...known) : Math.min(...known) - value
      return Math.max(0, apart)
    })
    columns[difference] = { values, labels: [] }
  }
  return columns
}

function categories(rows: Awkward[], name: Column, declared: string[] | null): MemoryColumn {
  const texts = rows.map((row) => {
    const text = cellText(row, name).trim()
    return isNullToken(text) ? null : text
  })
  const known = new Set(texts.filter((text) => text !== null))
  const labels = declared ? withOtherLabel(declared) : [...known].sort()
  return {
    labels,
    values: Float64Array.from(texts, (text) =>
      text === null ? Number.NaN : labels.indexOf(labels.includes(text) ? text : labels.at(-1)!),
    ),
  }
}

function numberOf(row: Awkward, name: Column): number {
  const value = row[name]
  if (value === null) return Number.NaN
  if (name === 'day') return (value as number) * DAY
  if (name === 'european') return europeanSeconds(value as string)
  const number = Number(value)
  return Math.abs(number) > Number(LARGEST_NUMBER) ? Number.NaN : number
}

function europeanSeconds(text: string): number {
  const [date, month, year] = text.split('.').map(Number)
  const time = Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, date)
  return new Date(time).getUTCDate() === date ? time / 1000 : Number.NaN
}
