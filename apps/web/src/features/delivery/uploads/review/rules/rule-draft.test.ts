import type { RuleColumn } from '@semblance/contract'
import { expect, it } from 'vitest'
import { columnsFor, ruleOf, typesFor } from './rule-draft.ts'

const columns: RuleColumn[] = [
  { name: 'id', kind: 'key' },
  { name: 'from', kind: 'date' },
  { name: 'to', kind: 'timestamp' },
  { name: 'net', kind: 'number' },
  { name: 'units', kind: 'integer' },
  { name: 'city', kind: 'category' },
]

it('a rule is there once its columns are picked', () => {
  const draft = { type: 'sum' as const, target: 'net', from: [], rest: false }
  expect(ruleOf(draft)).toBeNull()
  expect(ruleOf({ ...draft, from: ['units'] })).toEqual({ sum: 'net', of: ['units'], rest: false })
  expect(ruleOf({ ...draft, type: 'order', from: ['units'] })).toEqual({ order: ['units', 'net'] })
  expect(ruleOf({ ...draft, type: 'dependency', target: null, from: ['city'] })).toBeNull()
})

it('columns that suit are offered: numbers beside numbers, dates beside dates, nothing made up', () => {
  expect(columnsFor('order', columns)).toEqual(['from', 'to', 'net', 'units'])
  expect(columnsFor('order', columns, ['to'])).toEqual(['from'])
  expect(columnsFor('order', columns, ['units', null])).toEqual(['net'])
  expect(columnsFor('sum', columns, ['net'])).toEqual(['units'])
  expect(columnsFor('dependency', columns, ['city'])).toEqual(['from', 'to', 'net', 'units'])
})

it('only types that a table has columns for are offered', () => {
  expect(typesFor(columns)).toEqual(['order', 'sum', 'dependency'])
  expect(typesFor(columns.slice(0, 3))).toEqual(['order', 'dependency'])
  expect(typesFor(columns.slice(1, 2).concat(columns.slice(3, 4)))).toEqual(['dependency'])
  expect(typesFor(columns.slice(0, 1))).toEqual([])
})
