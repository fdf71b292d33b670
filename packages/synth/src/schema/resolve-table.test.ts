import { expect, test } from 'vitest'
import { type DeclaredTable, declaredSchema } from './declared-schema.ts'
import type { ColumnProfile } from './infer/infer-column.ts'
import { droppedColumns, refuseUnknownTables, resolveTable } from './resolve-table.ts'
import { SynthesisError } from './synthesis-error.ts'

/** A column of 1000 numbers from 0 to 99.5, unless said otherwise. */
function profile(name: string, other: Partial<ColumnProfile> = {}): ColumnProfile {
  return {
    name,
    nullToken: '?',
    rows: 1000,
    isUndecided: false,
    filled: 1000,
    missingShare: 0,
    distinct: 200,
    distinctError: 0,
    integers: 0,
    numbers: 1000,
    leadingZeros: 0,
    decimals: 1,
    minDecimals: 1,
    recognized: null,
    meanLength: 4,
    meanWords: 1,
    isBoolean: false,
    isNumericKey: false,
    minimum: 0,
    maximum: 99.5,
    mask: '99.9',
    maskCount: 900,
    dateFormats: [],
    ...other,
  }
}

const texts = { numbers: 0, decimals: 0, minDecimals: 0, mask: 'aaaa' }
const dates = { ...texts, dateFormats: [{ format: '%Y-%m-%d', share: 1 }] }
const profiles = [
  profile('fee'),
  profile('tip'),
  profile('total'),
  profile('city', { ...texts, distinct: 12 }),
  profile('borough', { ...texts, distinct: 4 }),
  profile('seen', dates),
  profile('left', dates),
  profile('patient', { integers: 1000, decimals: 0, minDecimals: 0, distinct: 250 }),
]

function table(declared: object): DeclaredTable {
  return declaredSchema.parse({ tables: { visits: declared } }).tables.visits!
}

const resolve = (declared: object) => resolveTable('visits', profiles, table(declared))

test('what is declared overrides what the data suggest, and only the rest counts as inferred', () => {
  const { columns } = resolve({
    columns: {
      fee: { kind: 'number', decimals: 2, unit: 'USD', min: 0, max: 250.5, missing: '' },
      city: { values: ['Rome', 'Oslo'] },
      patient: { pattern: 'P-999' },
    },
  })
  const [fee, tip, , city, , seen, , patient] = columns
  expect(fee).toMatchObject({
    kind: 'number',
    decimals: 2,
    unit: 'USD',
    bounds: { low: 0, high: 25_050 },
    nullToken: '',
    inferred: [],
  })
  expect(tip).toMatchObject({ decimals: 1, bounds: null, unit: null })
  expect(tip!.inferred).toEqual(['type', 'decimals', 'sign for missing values'])
  expect(city).toMatchObject({ kind: 'category', values: ['Rome', 'Oslo'] })
  expect(seen!.inferred).toContain('date format')
  expect(patient).toMatchObject({ kind: 'key', mask: 'P-999' })
})

test('a number may have one bound, and what has more decimals than it is rounded into the range', () => {
  const feeOf = (declared: { min?: number; max?: number }) =>
    resolve({ columns: { fee: { kind: 'number', decimals: 1, ...declared } } }).columns[0]!
  expect(feeOf({ min: 1.22 })).toMatchObject({ bounds: null, range: { low: 13, high: Infinity } })
  expect(feeOf({ max: 1.28 })).toMatchObject({ bounds: null, range: { low: -Infinity, high: 12 } })
  expect(feeOf({ min: 0.7, max: 1.1 })).toMatchObject({ bounds: { low: 7, high: 11 } })
})

test('bounds of dates are written as the file writes them', () => {
  const { columns } = resolve({ columns: { seen: { min: '2019-01-01', max: '2019-01-31' } } })
  expect(columns[5]!.bounds).toEqual({ low: 17_897, high: 17_927 })
})

test('names become positions, and a chain of order a rule per step', () => {
  const schema = resolve({
    entity: { column: 'patient', maxRows: 3 },
    series: { time: 'seen', device: 'city' },
    rules: [
      { order: ['fee', 'total', 'tip'] },
      { sum: 'total', of: ['fee', 'tip'], rest: true },
      { dependency: 'borough', on: ['city'], mapping: { Rome: 'south' } },
    ],
  })
  expect(schema.entity).toEqual({ column: 7, maxRows: 3 })
  expect(schema.columns[7]!.kind).toBe('key')
  expect(schema.series).toEqual({ time: 5, device: 3 })
  expect(schema.rules).toEqual([
    { type: 'order', low: 0, high: 2 },
    { type: 'order', low: 2, high: 1 },
    { type: 'sum', total: 2, parts: [0, 1], rest: true },
    { type: 'dependency', on: [3], column: 4, mapping: { Rome: 'south' } },
  ])
})

test('without a declaration every column is as it looks', () => {
  const schema = resolveTable('visits', profiles, undefined)
  expect(schema.columns.map(({ kind }) => kind)).toEqual(
    'number number number category category date date integer'.split(' '),
  )
  expect(schema).toMatchObject({ entity: null, series: null, rules: [] })
})

test('columns to be left out are found by name', () => {
  const declared = table({ columns: { tip: { drop: true }, fee: { drop: false } } })
  expect(droppedColumns('visits', ['fee', 'tip'], declared)).toEqual([1])
})

test.each<[string, () => unknown, string]>([
  [
    'a column that is not there',
    () => droppedColumns('visits', ['age', 'tip'], table({ columns: { agee: {} } })),
    'tables.visits.columns names a column "agee" that the table does not have; did you mean "age"',
  ],
  [
    'a table that is not there',
    () => refuseUnknownTables({ tables: { visit: table({}) } }, ['visits', 'patients']),
    'tables.visit names no table that was read; did you mean "visits"',
  ],
  [
    'an entity that is not there',
    () => resolve({ entity: { column: 'person' } }),
    'tables.visits.entity.column names a column "person" that the table does not have',
  ],
  [
    'a rule on a column that is not there',
    () => resolve({ rules: [{ order: ['seen', 'lefd'] }] }),
    'tables.visits.rules.0 names a column "lefd" that the table does not have; did you mean "left"',
  ],
  [
    'a date without a format',
    () => resolve({ columns: { fee: { kind: 'date' } } }),
    'tables.visits.columns.fee.format is missing',
  ],
  [
    'bounds of a category',
    () => resolve({ columns: { city: { min: 1, max: 3 } } }),
    'tables.visits.columns.city.min needs a number or a date, but the column looks like a category',
  ],
  [
    'one bound of dates without the other',
    () => resolve({ columns: { seen: { min: '2019-01-01' } } }),
    'tables.visits.columns.seen.max is missing: bounds of dates come in pairs',
  ],
  [
    'a bound that is no date',
    () => resolve({ columns: { seen: { min: '2019-02-30', max: '2020-01-01' } } }),
    'tables.visits.columns.seen.min is not a date written as %Y-%m-%d',
  ],
  [
    'dates in the wrong order',
    () => resolve({ columns: { seen: { min: '2020-01-01', max: '2019-01-01' } } }),
    'tables.visits.columns.seen.min is above max',
  ],
])('refuses %s', (_, attempt, message) => {
  expect(attempt).toThrow(SynthesisError)
  expect(attempt).toThrow(message)
})
