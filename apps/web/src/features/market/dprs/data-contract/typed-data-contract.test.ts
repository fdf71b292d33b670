import { rulesOf, ruleText } from '@semblance/contract'
import { expect, it } from 'vitest'
import {
  emptyColumn,
  typedDataContract,
  typedFromContract,
  typedFromDraftContract,
} from './typed-data-contract.ts'

const typed = (...columns: Partial<typeof emptyColumn>[]) => ({
  from: 'columns' as const,
  columns: columns.map((column) => ({ ...emptyColumn, ...column })),
})

it('rows become a document, and the document the same rows', () => {
  const rows = typed(
    { name: 'age', type: 'integer', unique: true, min: '0', max: '1200' },
    { name: 'code', type: 'string', required: false, min: '2' },
    { name: 'city', values: 'Oslo, Rome' },
    { name: 'day', type: 'date', max: '2026-12-31' },
  )
  const content = typedDataContract.parse(rows)!
  expect(rulesOf(content)[0]!.columns.map(({ rules }) => rules.map(ruleText).join('; '))).toEqual([
    'integer; no missing values; unique; at least 0; at most 1200',
    'string; at least 2 characters',
    'no missing values; one of Oslo, Rome',
    'date; no missing values; at most 2026-12-31',
  ])
  expect(typedFromContract(content)).toEqual(rows)
})

it('what rows cannot say stays a file', () => {
  const content = { ...typedDataContract.parse(typed({ name: 'age' }))!, domain: 'retail' }
  const file = { from: 'file' as const, fileName: 'data-contract.yaml', content }
  expect(typedFromContract(content)).toEqual(file)
  expect(typedDataContract.parse(file)).toEqual(content)
})

it('rows without anything in them are none', () => {
  expect(typedDataContract.parse(typed({}, { type: 'date' }))).toBeNull()
  expect(typedDataContract.parse(null)).toBeNull()
})

it('a mistake is told at its row and its field, past rows that are left out', () => {
  const { error } = typedDataContract.safeParse(
    typed({}, { name: 'age', type: 'integer', min: 'none' }, { min: '1' }, { name: 'age' }),
  )
  expect(error!.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['columns.1.min', 'The minimum must be a number'],
    ['columns.2.name', 'The name must not be empty'],
    ['columns.2.min', expect.stringContaining('needs the logicalType')],
    ['columns.3.name', 'The name is the name of another column, too'],
  ])
})

it('a thousand may be typed with its comma', () => {
  const content = typedDataContract.parse(typed({ name: 'a', type: 'number', max: '1,000.5' }))!
  expect(content.schema[0]!.properties[0]!.logicalTypeOptions).toEqual({ maximum: 1000.5 })
})

it('a draft gives back what was typed, and drops a file that is no contract', () => {
  const rows = typed({ name: 'age', type: 'integer', min: 'no' })
  expect(typedFromDraftContract(JSON.parse(JSON.stringify(rows)))).toEqual(rows)
  expect(typedFromDraftContract({ from: 'columns', columns: [{ type: 'money' }] })).toEqual(
    typed({}),
  )
  expect(typedFromDraftContract({ from: 'file', fileName: 'a.yaml', content: {} })).toBeNull()
})
