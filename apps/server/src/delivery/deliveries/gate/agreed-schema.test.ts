import { type ColumnKind, dataContract, reviewChoices, rowRelations } from '@semblance/contract'
import { expect, it } from 'vitest'
import { checkChoices } from '../review/review.ts'
import { agreedSchema } from './agreed-schema.ts'

const contract = (...names: string[]) =>
  dataContract.parse({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'c',
    version: '1',
    status: 'active',
    schema: names.map((name) => ({
      name,
      properties: [
        {
          name: 'age',
          logicalType: 'integer',
          logicalTypeOptions: { minimum: 0, maximum: 120 },
        },
        { name: 'fee', logicalType: 'number', logicalTypeOptions: { minimum: 0 } },
        {
          name: 'tier',
          quality: [{ metric: 'invalidValues', arguments: { validValues: ['a', 'b'] }, mustBe: 0 }],
        },
        {
          name: 'zone',
          quality: [
            { metric: 'invalidValues', arguments: { validValues: ['x'] }, mustBeLessThan: 5 },
          ],
        },
      ],
    })),
  })

const table = (name: string, kinds: Record<string, ColumnKind>) => ({
  name,
  file: `${name}.csv`,
  rows: 400,
  columns: Object.entries(kinds).map(([name, kind]) => ({
    name,
    kind,
    personalData: null,
    missing: 0,
  })),
  isNested: false,
  suggested: rowRelations.parse({}),
  followsBy: null,
})

const kinds: Record<string, ColumnKind> = {
  age: 'integer',
  fee: 'number',
  tier: 'category',
  zone: 'category',
  note: 'text',
}

const nothing = reviewChoices.parse({})

it('bounds, also one without the other, and strict lists of values are declared', () => {
  expect(agreedSchema(nothing, contract('any'), [table('visits', kinds)])).toEqual({
    tables: {
      visits: {
        columns: {
          age: { kind: 'integer', min: 0, max: 120 },
          fee: { kind: 'number', min: 0 },
          tier: { kind: 'category', values: ['a', 'b'] },
        },
        rules: [],
      },
    },
  })
})

it('a number that means missing is declared; one that is kept as a number is not', () => {
  const choices = reviewChoices.parse({
    choices: [
      { table: 'visits', column: 'fee', sentinel: -1 },
      { table: 'visits', column: 'age', sentinel: null },
    ],
  })
  const schema = agreedSchema(choices, contract('any'), [table('visits', kinds)])
  expect(schema?.tables.visits?.columns).toMatchObject({
    fee: { kind: 'number', min: 0, sentinel: -1 },
    age: { kind: 'integer', min: 0, max: 120 },
  })
  expect(schema?.tables.visits?.columns.age).not.toHaveProperty('sentinel')
  const wrong = [{ table: 'visits', column: 'tier', sentinel: -1 }]
  expect(() => checkChoices([table('visits', kinds)], wrong)).toThrow(/tier is not read as numbers/)
})

it('what the column as found cannot carry is left to the gate', () => {
  const tables = [table('visits', { age: 'date', tier: 'text', zone: 'key' })]
  expect(agreedSchema(nothing, contract('any'), tables)).toBeUndefined()
})

it('of several tables, those of the same name belong together', () => {
  const tables = [table('a', { age: 'integer' }), table('b', { age: 'integer' })]
  expect(Object.keys(agreedSchema(nothing, contract('b', 'c'), tables)!.tables)).toEqual(['b'])
})

it('the vendor’s word on a column stands', () => {
  const of = { table: 'visits' }
  const choices = [
    { ...of, column: 'age', kind: 'category' },
    { ...of, column: 'tier', drop: true },
    { ...of, column: 'note', drop: true },
  ]
  const chosen = reviewChoices.parse({ choices })
  const columns = { age: { kind: 'category' }, tier: { drop: true }, note: { drop: true } }
  const declaredWith = (others: object) => ({
    tables: { visits: { columns: { ...columns, ...others }, rules: [] } },
  })
  const fee = { kind: 'number', min: 0 }
  const visits = table('visits', kinds)
  expect(agreedSchema(chosen, contract('any'), [visits])).toEqual(declaredWith({ fee }))
  expect(agreedSchema(chosen, null, [visits])).toEqual(declaredWith({}))
})

it('columns that the vendor’s rules compare and sum are numbers, whatever a vote might take them for', () => {
  const rules = [{ order: ['age', 'fee'] }, { sum: 'total', of: ['fee'], rest: true }]
  const choices = [{ table: 'visits', column: 'fee', kind: 'integer' }]
  const chosen = reviewChoices.parse({ choices, tables: [{ table: 'visits', rules }] })
  const found = table('visits', { ...kinds, total: 'number', day: 'date' })
  expect(agreedSchema(chosen, null, [found])!.tables.visits!.columns).toEqual({
    age: { kind: 'integer' },
    fee: { kind: 'integer' },
    total: { kind: 'number' },
  })
})

it('what the vendor says of rows comes along, and bounds of the column they go by are for the gate', () => {
  const entity = { column: 'age', maxRows: 3 }
  const rules = [{ order: ['fee', 'zone'] }]
  const chosen = reviewChoices.parse({ tables: [{ table: 'visits', entity, rules }] })
  expect(agreedSchema(chosen, contract('any'), [table('visits', kinds)])).toEqual({
    tables: {
      visits: {
        columns: {
          fee: { kind: 'number', min: 0 },
          tier: { kind: 'category', values: ['a', 'b'] },
        },
        entity,
        parent: null,
        rules,
      },
    },
  })
})
