import { describe, expect, it } from 'vitest'
import type { ColumnKind } from './column-kinds.ts'
import { reviewChoices, ruleColumns } from './delivery-reviews.ts'
import { isSameRule, type RowRule, ruleProblem } from './row-rules.ts'

const kinds: Record<string, ColumnKind> = {
  net: 'number',
  tax: 'number',
  total: 'number',
  units: 'integer',
  ordered: 'date',
  shipped: 'timestamp',
  zip: 'category',
  city: 'category',
  state: 'category',
  email: 'pii',
}
const columns = Object.entries(kinds).map(([name, kind]) => ({ name, kind }))
const sum = (total: string, of: string[], rest = false): RowRule => ({ sum: total, of, rest })

describe('rules that a table can keep', () => {
  it.each<[rule: RowRule, others: RowRule[]]>([
    [{ order: ['net', 'units'] }, []],
    [{ order: ['ordered', 'shipped'] }, []],
    [sum('total', ['net', 'tax']), [{ order: ['net', 'total'] }]],
    [sum('total', ['net', 'tax'], true), [sum('total', ['net', 'units'], true)]],
    [
      { dependency: 'state', on: ['city'] },
      [{ dependency: 'city', on: ['zip'] }, { order: ['net', 'total'] }],
    ],
    [{ dependency: 'units', on: ['zip', 'city'] }, [{ dependency: 'state', on: ['units'] }]],
  ])('%j beside %j', (rule, others) => {
    expect(ruleProblem(rule, others, columns)).toBeNull()
  })
})

describe('why a table cannot keep a rule', () => {
  it.each<[rule: RowRule, others: RowRule[], problem: RegExp]>([
    [{ order: ['net', 'gone'] }, [], /^gone is not among/],
    [{ order: ['net', 'net'] }, [], /net only once/],
    [{ order: ['net', 'ordered'] }, [], /^net and ordered cannot be ordered/],
    [{ order: ['zip', 'city'] }, [], /^zip and city cannot be ordered/],
    [sum('total', ['net', 'zip']), [], /^zip is not a number/],
    [sum('total', ['net', 'net']), [], /net only once/],
    [{ dependency: 'city', on: ['zip', 'email'] }, [], /^Values of email are not passed on/],
    [{ dependency: 'city', on: ['zip'] }, [{ dependency: 'city', on: ['state'] }], /^city is deci/],
    [
      { dependency: 'zip', on: ['state'] },
      [
        { dependency: 'city', on: ['zip'] },
        { dependency: 'state', on: ['city'] },
      ],
      /^state and zip would decide each other in a circle/,
    ],
    [
      { order: ['total', 'net'] },
      [{ order: ['net', 'units'] }, { order: ['units', 'total'] }],
      /^net is never above total by other rules/,
    ],
    [sum('total', ['tax', 'net']), [sum('total', ['net', 'tax'])], /there already/],
  ])('%j beside %j', (rule, others, problem) => {
    expect(ruleProblem(rule, others, columns)).toMatch(problem)
  })
})

it('a sum that may leave a rest, and the two ways round of an order, are other rules', () => {
  expect(isSameRule(sum('total', ['net', 'tax']), sum('total', ['net', 'tax'], true))).toBe(false)
  expect(isSameRule({ order: ['net', 'total'] }, { order: ['total', 'net'] })).toBe(false)
  expect(isSameRule(sum('total', ['net']), { order: ['net', 'total'] })).toBe(false)
})

it('rules meet the columns that are kept, under the kinds chosen, and names of rows as made up', () => {
  const table = {
    name: 'visits',
    columns: ['patient', 'ward', 'paid', 'note'].map((name) => ({
      name,
      kind: 'category' as const,
      personalData: null,
      missing: 0,
    })),
  }
  const chosen = reviewChoices.parse({
    choices: [
      { table: 'visits', column: 'paid', kind: 'number' },
      { table: 'visits', column: 'note', drop: true },
      { table: 'other', column: 'ward', drop: true },
    ],
    tables: [
      { table: 'visits', entity: { column: 'patient', maxRows: 3 } },
      { table: 'beds', parent: { table: 'visits', column: 'bed', key: 'ward', maxRows: 3 } },
    ],
  })
  expect(ruleColumns(table, chosen)).toEqual([
    { name: 'patient', kind: 'key' },
    { name: 'ward', kind: 'key' },
    { name: 'paid', kind: 'number' },
  ])
})
