import { expect, test } from 'vitest'
import type { ColumnKind } from '../schema/column-schema.ts'
import { estimateRun } from './estimate-run.ts'

const tableOf = (rowCount: number, kinds: Partial<Record<ColumnKind, number>>) => ({
  rowCount,
  columns: Object.entries(kinds).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => ({ kind: kind as ColumnKind })),
  ),
})

const PIMA = tableOf(768, { integer: 6, number: 2, boolean: 1 })
const TELCO = tableOf(7043, { key: 1, integer: 1, number: 2, category: 17 })
const ADULT = tableOf(32_561, { integer: 6, category: 9 })
const CREDIT = tableOf(30_000, { key: 1, integer: 23, boolean: 1 })
const TAXIS = tableOf(6433, { timestamp: 2, integer: 1, number: 5, category: 6 })
const TITANIC = tableOf(891, { integer: 4, number: 1, category: 10 })
const CENSUS = tableOf(2000, { integer: 6, category: 9 })

/** Bivariate accuracy over its ceiling, as measured. */
test.each([
  ['Pima', PIMA, 1, 0.605],
  ['Pima', PIMA, 3, 0.915],
  ['Telco', TELCO, 1, 0.969],
  ['Telco', TELCO, 3, 0.989],
  ['Adult', ADULT, 1, 0.98],
  ['Adult', ADULT, 3, 0.995],
  ['credit', CREDIT, 1, 0.943],
  ['credit', CREDIT, 3, 0.978],
  ['taxis', TAXIS, 1, 0.867],
  ['taxis', TAXIS, 3, 0.971],
  ['Titanic', TITANIC, 1, 0.686],
  ['Titanic', TITANIC, 3, 0.911],
  ['census', CENSUS, 1, 0.72],
  ['census', CENSUS, 3, 0.897],
])('%s: the accuracy measured is within the estimate’s error', (_, table, epsilon, measured) => {
  const { value, error } = estimateRun(table, { epsilon }).accuracy!
  expect(Math.abs(value - measured)).toBeLessThanOrEqual(error)
})

test('a table that private mode will blur is warned of, with what to do', () => {
  const few = estimateRun(tableOf(768, { integer: 8, boolean: 1 }), { epsilon: 1 })
  expect(few.warnings.join()).toMatch(/768 rows are few for epsilon 1.*Declare bounds.*protected/)
  const many = estimateRun(tableOf(30_000, { integer: 23, boolean: 1 }), { epsilon: 1 })
  expect(many.warnings.join()).toMatch(/23 columns of numbers or dates.*are many/)
  expect(estimateRun(tableOf(50_000, { integer: 6, category: 9 }), {}).warnings).toEqual([])
})

test('a whole entity’s protection costs accuracy, and is warned of', () => {
  const table = tableOf(50_000, { integer: 6, category: 9 })
  const entities = estimateRun(table, { rowsPerEntity: 10 })
  expect(entities.accuracy!.value).toBeLessThan(estimateRun(table, {}).accuracy!.value)
  expect(entities.warnings.join()).toContain('10 times the noise')
})

test('rows beyond an entity’s cap tell nothing', () => {
  const table = tableOf(50_000, { integer: 6, category: 9 })
  const capped = estimateRun({ ...table, countedRows: 5000 }, { rowsPerEntity: 2 })
  const alone = estimateRun(tableOf(5000, { integer: 6, category: 9 }), { rowsPerEntity: 2 })
  expect(Math.abs(capped.accuracy!.value - alone.accuracy!.value)).toBeLessThan(0.01)
  expect(capped.rows).toBe(50_000)
  expect(capped.warnings.join()).toMatch(/5,000 rows are few.*leaves 10% of the rows/)
  const few = estimateRun({ ...table, countedRows: 800 }, { mode: 'protected' })
  expect(few.warnings.join()).toContain('800 rows are few')
})

test('protected mode is estimated without a claim', () => {
  const { accuracy, warnings } = estimateRun(tableOf(500, { integer: 3 }), { mode: 'protected' })
  expect(accuracy).toBeNull()
  expect(warnings.join(' ')).toMatch(/no formal guarantee.*coarse/)
})
