import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import type { ColumnKind, ColumnSchema } from '../column-schema.ts'
import type { Rule } from '../table-schema.ts'
import { planRules } from './plan-rules.ts'

function column(name: string, kind: ColumnKind, about: Partial<ColumnSchema> = {}): ColumnSchema {
  return {
    ...blankColumn,
    name,
    kind,
    unitSeconds: kind === 'date' ? 86_400 : 1,
    ...about,
  }
}

function plan(columns: ColumnSchema[], rules: Rule[]) {
  return planRules({ name: 't', columns, entity: null, series: null, rules })
}

const order = (low: number, high: number): Rule => ({ type: 'order', low, high })
const sum = (total: number, ...parts: number[]): Rule => ({ type: 'sum', total, parts })
const abcd = ['a', 'b', 'c', 'd'].map((name) => column(name, 'integer'))
const positive = { bounds: { low: 0, high: 100 } }

test('a chain of orders models one column and the steps between neighbors', () => {
  const { uses, schemas, derivations } = plan(abcd, [order(0, 1), order(1, 2)])
  expect(uses).toEqual(['modeled', 'computed', 'computed', 'modeled', 'modeled', 'modeled'])
  expect(schemas.slice(4).map(({ name }) => name)).toEqual(['b above a', 'c above b'])
  expect(derivations.map(({ column }) => column)).toEqual([1, 2])
})

test('a total is computed from its parts, in the finest of their decimals', () => {
  const columns = [
    column('t', 'integer', { bounds: { low: 0, high: 9 } }),
    column('a', 'number', { decimals: 2, ...positive }),
    abcd[1]!,
  ]
  const { uses, schemas, derivations, ranges } = plan(columns, [sum(0, 1, 2)])
  expect(uses).toEqual(['computed', 'modeled', 'modeled'])
  expect(schemas[0]).toMatchObject({ kind: 'number', decimals: 2 })
  expect(ranges[0]).toEqual({ low: 0, high: 900 })
  expect(derivations[0]).toMatchObject({
    terms: [
      { column: 1, factor: 1 },
      { column: 2, factor: 100 },
    ],
    yielding: [1, 2],
  })
})

test('a second sum of the same total computes one of its parts', () => {
  const { uses, derivations } = plan(
    [...abcd, column('e', 'integer')],
    [sum(0, 1, 2), sum(0, 3, 4)],
  )
  expect(uses).toEqual(['computed', 'modeled', 'modeled', 'modeled', 'computed'])
  expect(derivations[1]).toMatchObject({
    column: 4,
    needed: 0,
    terms: [
      { column: 0, factor: 1 },
      { column: 3, factor: -1 },
    ],
  })
})

test('a column below a computed one is set from it', () => {
  const { derivations } = plan(abcd, [sum(0, 1, 2), order(3, 0)])
  expect(derivations.map(({ type, column }) => [type, column])).toEqual([
    ['sum', 0],
    ['below', 3],
  ])
})

test('an order narrows what its columns may be to what can be kept', () => {
  const bounded = [0, 10].map((low, i) =>
    column('ab'[i]!, 'integer', { bounds: { low, high: 50 - i * 30 } }),
  )
  expect(plan(bounded, [order(1, 0)]).ranges).toEqual([
    { low: 10, high: 50 },
    { low: 10, high: 20 },
  ])
  expect(plan(bounded, [order(0, 1)]).ranges).toEqual([
    { low: 0, high: 20 },
    { low: 10, high: 20 },
  ])
})

test('an instant may be as late in its day as the day allows', () => {
  const instant = column('instant', 'timestamp')
  const day = column('day', 'date', { bounds: { low: 10, high: 11 } })
  expect(plan([instant, day], [order(0, 1)]).ranges[0]!.high).toBe(12 * 86_400 - 1)
  expect(plan([instant, day], [order(1, 0)]).ranges[0]!.low).toBe(10 * 86_400)
})

test('a part is below its total of itself where the others are not negative', () => {
  const columns = [abcd[0]!, abcd[1]!, column('c', 'integer', positive)]
  const { derivations } = plan(columns, [order(1, 0), sum(0, 1, 2)])
  expect(derivations.map(({ type }) => type)).toEqual(['sum'])
})

test('a public mapping names the values of its columns', () => {
  const words = [column('key', 'category'), column('value', 'category')]
  const { schemas, uses } = plan(words, [
    { type: 'dependency', on: [0], column: 1, mapping: { a: 'x', b: 'y', c: 'x' } },
  ])
  expect(schemas.map(({ values }) => values)).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ])
  expect(uses).toEqual(['modeled', 'computed'])
})

const day = column('day', 'date')
const word = column('word', 'category')
const key = column('key', 'key')
test.each<[string, ColumnSchema[], Rule[]]>([
  ['The rules on "a", "b" and "c" go in a circle', abcd, [order(0, 1), order(1, 2), order(2, 0)]],
  ['"a" cannot be ordered against itself', abcd, [order(0, 0)]],
  [
    '"a" and "day" cannot be ordered: both must be numbers, or both dates',
    [abcd[0]!, day],
    [order(0, 1)],
  ],
  ['"day" is not a number, so it cannot be in the sum of "a"', [abcd[0]!, day], [sum(0, 1)]],
  ['The sum of "a" names a column twice', abcd, [sum(0, 1, 1)]],
  ['The sum of "b" has no column left to compute', abcd, [sum(0, 1), sum(1, 0)]],
  [
    '"a" and "c" are both computed by other rules, so their order cannot be kept',
    abcd,
    [sum(0, 1), sum(2, 3), order(0, 2)],
  ],
  ['declare a range that starts at 0 for "c"', abcd, [order(1, 0), sum(0, 1, 2)]],
  [
    'leave "a" no value',
    [
      column('a', 'integer', { bounds: { low: 5, high: 9 } }),
      column('b', 'integer', { bounds: { low: 0, high: 4 } }),
    ],
    [order(0, 1)],
  ],
  [
    '"a" cannot be kept within its range: "b" may add up to values outside it',
    [column('a', 'integer', positive), column('b', 'integer', { bounds: { low: 200, high: 300 } })],
    [sum(0, 1)],
  ],
  [
    'The mapping of "word" must be from one column of categories to another',
    [word, day],
    [{ type: 'dependency', on: [1], column: 0, mapping: { a: 'b' } }],
  ],
  ['"word" cannot depend on itself', [word], [{ type: 'dependency', on: [0], column: 0 }]],
  ['those of "key" are made up', [word, key], [{ type: 'dependency', on: [1], column: 0 }]],
  [
    '"a" and "b" decide each other in a circle',
    abcd,
    [
      { type: 'dependency', on: [0], column: 1 },
      { type: 'dependency', on: [1], column: 0 },
    ],
  ],
])('rules that cannot hold are refused: %s', (message, columns, rules) => {
  expect(() => plan(columns, rules)).toThrow(message)
})
