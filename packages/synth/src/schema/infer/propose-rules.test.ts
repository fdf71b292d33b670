import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { ColumnKind, ColumnSchema } from '../column-schema.ts'
import { proposeRules } from './propose-rules.ts'
import type { SampledColumn } from './proposed-rule.ts'

const ROWS = 1000
const random = seededRandom(5)
const below = (bound: number) => random.nextUint32() % bound
const numbers = (of: (row: number) => number) =>
  Float64Array.from({ length: ROWS }, (_, i) => of(i))

function sampled(kind: ColumnKind, values: Float64Array, decimals = 0): SampledColumn {
  const schema: ColumnSchema = {
    ...blankColumn,
    kind,
    decimals,
    unitSeconds: kind === 'date' ? 86_400 : 1,
  }
  return { schema, values }
}

const rulesOf = (...columns: SampledColumn[]) => proposeRules(columns).map(({ rule }) => rule)

const net = numbers(() => 100 + below(9000))
const tax = numbers((i) => (i % 3 ? below(900) : Number.NaN))
const total = numbers((i) => (i % 7 ? 10 * net[i]! + (tax[i]! || 0) : Number.NaN))
const fee = numbers((i) => total[i]! + (i % 2 ? 330 : 380))

test('an exact sum is found across decimals, and a missing part counts as nothing', () => {
  const noise = sampled(
    'integer',
    numbers(() => below(5000)),
  )
  expect(
    rulesOf(noise, sampled('integer', net), sampled('number', tax, 1), sampled('number', total, 1)),
  ).toEqual([{ type: 'sum', total: 3, parts: [1, 2], rest: false }])
})

test('a sum that leaves a small rest is found as such', () => {
  expect(
    rulesOf(sampled('integer', net), sampled('number', tax, 1), sampled('number', fee, 1)),
  ).toEqual([{ type: 'sum', total: 2, parts: [0, 1], rest: true }])
})

test('two mistakes in a thousand rows are too many for a rule, one is not', () => {
  const columns = (mistakes: number) => [
    sampled('integer', net),
    sampled('number', tax, 1),
    sampled(
      'number',
      total.map((value, i) => (i < mistakes ? 0 : value)),
      1,
    ),
  ]
  expect(proposeRules(columns(1))[0]).toMatchObject({ rule: { type: 'sum' }, exceptions: 1 })
  expect(rulesOf(...columns(2))).toEqual([])
})

test('orders of dates are found as a chain, without those that follow from others', () => {
  const first = numbers(() => below(1000))
  const second = first.map((day) => day + below(30))
  const third = second.map((day, i) => (i % 4 ? day + below(30) : Number.NaN))
  expect(rulesOf(...[third, first, second].map((values) => sampled('date', values)))).toEqual([
    { type: 'order', low: 1, high: 2 },
    { type: 'order', low: 2, high: 0 },
  ])
})

test('numbers that are in order by their sizes alone make no rule', () => {
  const small = sampled(
    'integer',
    numbers(() => below(60)),
  )
  const large = sampled(
    'integer',
    numbers(() => 50 + below(1000)),
  )
  expect(rulesOf(small, large)).toEqual([])
})

test('a dependency is found from many values to few, and once where each decides the other', () => {
  const zone = numbers(() => below(40))
  const borough = zone.map((value) => value % 5)
  const code = zone.map((value) => 39 - value)
  const columns = [borough, zone, code].map((values) => sampled('category', values))
  expect(rulesOf(...columns)).toEqual([
    { type: 'dependency', on: [1], column: 0 },
    { type: 'dependency', on: [1], column: 2 },
  ])
})

test('values that come once or twice, or nearly always, depend on nothing', () => {
  const twice = sampled(
    'category',
    numbers((i) => Math.floor(i / 2)),
  )
  const unique = sampled(
    'category',
    numbers((i) => i),
  )
  const constant = sampled(
    'boolean',
    numbers((i) => (i < 20 ? 1 : 0)),
  )
  const group = sampled(
    'category',
    numbers((i) => Math.floor(i / 10)),
  )
  expect(rulesOf(unique, twice, constant, group)).toEqual([])
})

test('columns that are made up afresh are in no rule', () => {
  const key = sampled(
    'key',
    numbers((i) => i % 40),
  )
  const group = sampled(
    'category',
    numbers((i) => (i % 40) % 3),
  )
  expect(rulesOf(key, group)).toEqual([])
})
