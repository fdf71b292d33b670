import type { ColumnProfile, DataContract, ReviewedTable } from '@semblance/contract'
import { expect, test } from 'vitest'
import { breaksOf } from './agreement-breaks.ts'

const contract = {
  schema: [
    {
      name: 'calls',
      properties: [
        { name: 'days', logicalType: 'integer', required: true },
        { name: 'age', logicalType: 'integer', logicalTypeOptions: { minimum: 18 } },
        {
          name: 'area',
          quality: [
            {
              metric: 'invalidValues',
              mustBe: 0,
              arguments: { validValues: ['north', 'south'] },
            },
          ],
        },
        { name: 'paid', logicalType: 'number' },
      ],
    },
  ],
} as unknown as DataContract

const column = (name: string, kind: ReviewedTable['columns'][number]['kind']) => ({
  ...{ name, kind },
  personalData: null,
  missing: 0,
})
const table = {
  name: 'export',
  columns: [column('days', 'integer'), column('age', 'integer'), column('area', 'category')],
} as unknown as ReviewedTable

const profiles = new Map(
  [
    { name: 'age', range: { low: '-1', median: '39', high: '95' } },
    { name: 'area', plot: { type: 'categories', labels: ['north', 'west'], counts: [5, 5] } },
  ].map((profile) => [profile.name, profile as unknown as ColumnProfile]),
)

type Choice = Parameters<typeof breaksOf>[2]['choices'][number]
const breaks = (...choices: Omit<Choice, 'table'>[]) => {
  const chosen = { choices: choices.map((one) => ({ table: 'export', ...one })), tables: [] }
  const { columns, absent } = breaksOf(table, [table], chosen, { contract, profiles })
  return { ...Object.fromEntries(columns), absent }
}

test('what the file has beside the agreement is told before a choice', () => {
  expect(breaks()).toEqual({
    age: ['The file has values beyond; agreed: at least 18. The twin cuts them off there.'],
    area: ['The file has other values; agreed: one of north, south.'],
    absent: ['paid'],
  })
})

test('a choice that breaks the agreement is told where it is made', () => {
  expect(breaks({ column: 'days', sentinel: -1 })).toMatchObject({
    days: ['Cells with -1 become missing; agreed: no missing values.'],
  })
  expect(breaks({ column: 'days', drop: true })).toMatchObject({
    days: ['The data contract has this column: left out, the check after the run fails.'],
  })
  expect(breaks({ column: 'days', kind: 'category' })).toMatchObject({
    days: ['This would not be numbers; agreed: integer.'],
  })
  expect(breaks({ column: 'area', kind: 'pii' })).toMatchObject({
    area: ['Values would be made up or withheld; agreed: one of north, south.'],
  })
})

test('a least value that stands for a missing one is not beyond the bounds', () => {
  expect(breaks({ column: 'age', sentinel: -1 })).not.toHaveProperty('age')
})

test('with several tables, only one of the agreed name is compared', () => {
  const chosen = { choices: [], tables: [] }
  const other = { ...table, name: 'calls' }
  const named = breaksOf(other, [table, other], chosen, { contract, profiles })
  expect(named.absent).toEqual(['paid'])
  expect(breaksOf(table, [table, other], chosen, { contract, profiles }).columns.size).toBe(0)
})
