import { expect, test } from 'vitest'
import { blankColumn } from '../../testing/blank-column.ts'
import type { ColumnSchema } from './column-schema.ts'
import { planRules } from './rules/plan-rules.ts'
import { planSeries, slotAt } from './series-plan.ts'
import type { TableSchema } from './table-schema.ts'

const column = (name: string, kind: ColumnSchema['kind']): ColumnSchema => ({
  ...blankColumn,
  name,
  kind,
  dateFormat: '%Y-%m-%d %H:%M:%S',
  mask: '9999',
})

const table: TableSchema = {
  name: 'readings',
  columns: [
    column('device', 'key'),
    column('time', 'timestamp'),
    column('person', 'key'),
    column('value', 'number'),
    column('sent', 'timestamp'),
  ],
  entity: null,
  series: { time: 1, device: 0 },
  rules: [],
}

const plan = (changed: Partial<TableSchema>) => {
  const whole = { ...table, ...changed }
  return planSeries(whole, planRules(whole))
}

test('a table that is no series has no plan', () => {
  expect(plan({ series: null })).toBeNull()
  expect(plan({})!.plan.hasMadeUpDevices).toBe(true)
})

test.each<[string, Partial<TableSchema>]>([
  ['an entity that is not the device', { entity: { column: 2, maxRows: 3 } }],
  ['a time that is no time', { series: { time: 3, device: 0 } }],
  ['a time that a rule computes', { rules: [{ type: 'order', low: 4, high: 1 }] }],
  ['a device that is an amount', { series: { time: 1, device: 3 } }],
])('%s is refused', (_, changed) => {
  expect(() => plan(changed)).toThrow(/series|sequences/)
})

test('hours of a day are counted from midnight, before 1970 too', () => {
  const { cycle } = plan({})!.plan.clock!
  const at = (time: string) => slotAt(cycle, Date.parse(time) / 1000)
  expect(at('2024-03-01T05:59:59Z')).toBe(5)
  expect(at('1965-03-01T23:00:00Z')).toBe(23)
})
