import { expect, test } from 'vitest'
import type { ColumnKind } from '../schema/column-schema.ts'
import { estimateRun } from './estimate-run.ts'

const tableOf = (rowCount: number, kinds: Partial<Record<ColumnKind, number>>) => ({
  rowCount,
  columns: Object.entries(kinds).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => ({ kind: kind as ColumnKind })),
  ),
})

/** Bivariate accuracy over its ceiling, as measured. */
test.each([
  ['Pima', tableOf(768, { integer: 6, number: 2, boolean: 1 }), 1, 0.674],
  ['Pima', tableOf(768, { integer: 6, number: 2, boolean: 1 }), 3, 0.915],
  ['Telco', tableOf(7043, { key: 1, integer: 1, number: 2, category: 17 }), 1, 0.972],
  ['Telco', tableOf(7043, { key: 1, integer: 1, number: 2, category: 17 }), 3, 0.99],
  ['Adult', tableOf(32_561, { integer: 6, category: 9 }), 1, 0.98],
  ['Adult', tableOf(32_561, { integer: 6, category: 9 }), 3, 0.996],
  ['credit', tableOf(30_000, { key: 1, integer: 23, boolean: 1 }), 1, 0.942],
])('%s: the measured accuracy is within the estimate’s error', (_, table, epsilon, measured) => {
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

test('protected mode is estimated without a claim', () => {
  const { accuracy, warnings } = estimateRun(tableOf(500, { integer: 3 }), { mode: 'protected' })
  expect(accuracy).toBeNull()
  expect(warnings.join(' ')).toMatch(/no formal guarantee.*coarse/)
})
