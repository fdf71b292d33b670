import { expect, test } from 'vitest'
import { SynthesisError } from '../schema/synthesis-error.ts'
import { parseSchema } from './schema-file.ts'

test('a schema is read from YAML, and from JSON alike', () => {
  const yaml = `
tables:
  visits:
    columns:
      age: { kind: integer, unit: years, min: 0, max: 120 }
      smoker: { values: [0, 1] }
      seen: { kind: date, format: "%Y-%m-%d", min: 2019-01-01, max: 2021-12-31 }
    entity: { column: patient, maxRows: 5 }
    rules:
      - order: [admitted, seen]
      - { sum: total, of: [fee, tip] }
`
  const schema = parseSchema(yaml, 'schema.yaml')
  const { columns, entity, rules } = schema.tables.visits!
  expect(columns.age).toEqual({ kind: 'integer', unit: 'years', min: 0, max: 120 })
  expect(columns.smoker).toEqual({ values: ['0', '1'] })
  expect(columns.seen!.min).toBe('2019-01-01')
  expect(entity).toEqual({ column: 'patient', maxRows: 5 })
  expect(rules).toEqual([
    { order: ['admitted', 'seen'] },
    { sum: 'total', of: ['fee', 'tip'], rest: false },
  ])
  expect(parseSchema(JSON.stringify(schema), 'schema.json')).toEqual(schema)
})

test.each([
  ['', 1, 1, 'the schema must be a mapping of fields'],
  ['tabels: {}', 1, 1, 'tables is missing'],
  ['tables: {}\ncolumns: {}', 1, 1, 'the schema has a field "columns" that means nothing here'],
  ['tables: [a]', 1, 1, 'tables must be a mapping of names'],
  ['tables:\n  t:\n   columns: {\n', 4, 1, 'not YAML (bad indent)'],
  ['tables:\n  t: {}\n  t: {}', 3, 3, 'not YAML (duplicate key)'],
  [
    'tables:\n  t:\n    columns:\n      age: { knd: integer }',
    4,
    7,
    'tables.t.columns.age has a field "knd" that means nothing here; did you mean "kind"',
  ],
  [
    'tables:\n  t:\n    columns:\n      age: { kind: int }',
    4,
    14,
    'tables.t.columns.age.kind must be one of integer, number, category',
  ],
  [
    'tables:\n  t:\n    columns:\n      age: { decimals: 12 }',
    4,
    14,
    'tables.t.columns.age.decimals must be at most 9',
  ],
  [
    'tables:\n  t:\n    columns:\n      age: { min: [1] }',
    4,
    14,
    'tables.t.columns.age.min must be a number or a text',
  ],
  [
    'tables:\n  t:\n    columns:\n      age: { kind: integer, min: 9, max: 3 }',
    4,
    29,
    'tables.t.columns.age.min is above max',
  ],
  [
    'tables:\n  t:\n    columns:\n      city: { kind: category, min: 9 }',
    4,
    31,
    'tables.t.columns.city.min means nothing for a column of kind category',
  ],
  [
    'tables:\n  t:\n    columns:\n      city: { values: [a, b, a] }',
    4,
    15,
    'tables.t.columns.city.values names a value twice',
  ],
  [
    'tables:\n  t:\n    columns:\n      age: { missing: unknown }',
    4,
    14,
    'tables.t.columns.age.missing is no usual sign for a missing value',
  ],
  [
    'tables:\n  t:\n    entity: { column: id, maxRows: 0 }',
    3,
    27,
    'tables.t.entity.maxRows must be at least 1',
  ],
  [
    'tables:\n  t:\n    rules:\n      - order: [a, b]\n      - sums: a',
    5,
    9,
    'tables.t.rules.1 is none of {order: [a, b]}',
  ],
])('a mistake is named with its place: %j', (text, line, column, message) => {
  let refusal: unknown
  try {
    parseSchema(text, 's.yaml')
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(SynthesisError)
  expect((refusal as SynthesisError).message).toContain(
    `s.yaml, line ${line}, column ${column}: ${message}`,
  )
  expect(refusal).toMatchObject({ code: 'invalid_schema', file: 's.yaml', line, column })
})
