import { type ReviewedTable, reviewChoices, reviewedTable } from '@semblance/contract'
import { expect, it } from 'vitest'
import {
  relatedTable,
  suggestedNow,
  withColumn,
  withFound,
  withRelations,
} from './review-choices.ts'

const nothing = reviewChoices.parse({})
const entity = { column: 'buyer', maxRows: 3 }
const parent = { table: 'buyers', column: 'buyer', key: 'id', maxRows: 3 }

const reviewed = (facts: Partial<ReviewedTable>) =>
  reviewedTable.parse({ name: 'orders', file: 'orders.csv', rows: 300, columns: [], ...facts })

it('a column taken as it was found is no choice', () => {
  const chosen = withColumn(nothing, { table: 'orders', column: 'net', kind: 'category' })
  expect(chosen.choices).toHaveLength(1)
  expect(withColumn(chosen, { table: 'orders', column: 'net' })).toEqual(nothing)
})

it('nothing goes by a column that is left out, and what is said of other columns stays', () => {
  const rules = [{ order: ['net', 'gross'] }, { order: ['from', 'to'] }]
  const said = withRelations(nothing, 'orders', { entity, rules })
  const drop = (column: string) => withColumn(said, { table: 'orders', column, drop: true }).tables
  expect(drop('buyer')).toEqual([
    { table: 'orders', entity: null, series: null, parent: null, rules },
  ])
  expect(drop('gross')).toMatchObject([{ entity, rules: [{ order: ['from', 'to'] }] }])
  const related = withRelations(nothing, 'orders', { parent })
  const [orders] = withColumn(related, { table: 'buyers', column: 'id', drop: true }).tables
  expect(orders).toMatchObject({ table: 'orders', parent: null })
})

it('rows that belong to those of another table go by nothing else', () => {
  const both = withRelations(withRelations(nothing, 'orders', { entity }), 'buyers', {
    series: { time: 'since', device: null },
    rules: [{ order: ['from', 'to'] }],
  })
  const { tables } = withRelations(both, 'orders', { parent })
  expect(tables).toMatchObject([
    { table: 'buyers', series: null, rules: [{ order: ['from', 'to'] }] },
    { table: 'orders', entity: null, parent },
  ])
  expect(relatedTable({ ...both, tables }, 'buyers')).toBe('orders')
  expect(relatedTable({ ...both, tables }, 'orders')).toBe('buyers')
  expect(relatedTable(both, 'orders')).toBeNull()
})

it('nothing is suggested that would go by a column that is left out', () => {
  const suggested = { entity, series: null, parent, rules: [{ order: ['net', 'gross'] }] }
  const table = reviewed({ suggested })
  const shown = (of: string, column: string) =>
    suggestedNow(withColumn(nothing, { table: of, column, drop: true }), table)
  expect(shown('orders', 'gross')).toMatchObject({ entity, parent, rules: [] })
  expect(shown('orders', 'buyer')).toMatchObject({ entity: null, parent: null })
  expect(shown('buyers', 'id')).toMatchObject({ entity, parent: null })
})

it('a list within records hangs on them from the start, and no longer once that is unticked', () => {
  const suggested = { entity: null, series: null, parent, rules: [] }
  const review = [reviewed({ name: 'buyers' }), reviewed({ isNested: true, suggested })]
  const found = withFound(nothing, review)
  expect(found).toEqual({ choices: [], tables: [{ ...suggested, table: 'orders' }] })
  const unticked = withRelations(found, 'orders', { parent: null })
  expect(unticked.tables).toEqual([{ ...suggested, table: 'orders', parent: null }])
  expect(withFound(unticked, review)).toEqual(unticked)
  expect(withFound(nothing, [reviewed({ suggested })])).toEqual(nothing)
})
