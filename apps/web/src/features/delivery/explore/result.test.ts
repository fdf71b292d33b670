import { expect, it } from 'vitest'
import { cellText, engineMessage, toCell, typeOf } from './result.ts'
import { examplesFor, quoteName, splitStatements } from './sql.ts'
import { plainForm } from './whole/written-form.ts'

it('knows the plain types of the database, and leaves the others to be asked as text', () => {
  const types = ['Int64', 'Uint8', 'Float32', 'Bool', 'Date32<DAY>', 'Timestamp<MICROSECOND, UTC>']
  expect([...types, 'Utf8', 'Dictionary<Uint8, Utf8>'].map(typeOf)).toEqual([
    'number',
    'number',
    'number',
    'boolean',
    'moment',
    'moment',
    'text',
    'text',
  ])
  for (const type of ['Interval<MONTH_DAY_NANO>', 'List<Int32>', 'Time64<MICROSECOND>', 'Binary'])
    expect(typeOf(type)).toBeNull()
})

it('writes moments as the database does, and whole numbers of any size exactly', () => {
  const at = Date.UTC(2024, 0, 2, 10)
  expect(toCell(at, 'Date32<DAY>')).toBe('2024-01-02')
  expect(toCell(at, 'Timestamp<MICROSECOND>')).toBe('2024-01-02 10:00:00')
  expect(toCell(at + 5, 'Timestamp<MICROSECOND>')).toBe('2024-01-02 10:00:00.005')
  expect(toCell(1e300, 'Timestamp<MICROSECOND>')).toBe('1e+300')
  expect(cellText(toCell(9007199254740993n, 'Int64'))).toBe('9007199254740993')
  expect(cellText(0.1 + 0.2)).toBe('0.3')
  expect(toCell(undefined, 'Int32')).toBeNull()
})

it('takes the engine’s words out of their envelope', () => {
  const sent = JSON.stringify({ exception_type: 'Parser', exception_message: 'near "selec"' })
  expect(engineMessage(new Error(sent))).toBe('Parser Error: near "selec"')
  expect(engineMessage(new Error('Out of Memory Error: 1'))).toBe('Out of Memory Error: 1')
})

it('ends a statement at a semicolon that is a token, by its place in bytes', () => {
  const script = `SELECT 'ä;b'; SELECT 2;`
  expect(splitStatements(script, { offsets: [0, 7, 13, 15, 22, 23] })).toEqual([
    `SELECT 'ä;b'`,
    'SELECT 2',
  ])
  expect(splitStatements(' ; ', { offsets: [1] })).toEqual([])
})

it('asks its examples with quoted names, and only about columns that are there', () => {
  expect(quoteName('a "b"')).toBe('"a ""b"""')
  const table = { name: 't"', rows: 1, totalRows: 1 }
  const labels = (columns: Parameters<typeof examplesFor>[0]['columns']) =>
    examplesFor({ ...table, columns }).map(({ label }) => label)
  const form = plainForm
  const id = { name: 'id', type: 'text', kind: 'key', form } as const
  const number = { name: 'n', type: 'number', kind: 'integer', form } as const
  const label = { name: 'c', type: 'text', kind: 'category', form } as const
  const flag = { name: 'f', type: 'number', kind: 'boolean', form } as const
  const always = ['First rows', 'Summary of all columns']
  expect(labels([id, number])).toEqual(always)
  expect(labels([id, number, label])).toEqual([...always, 'Rows by c', 'n by c'])
  expect(labels([id, flag])).toEqual([...always, 'Rows by f'])
  expect(examplesFor({ ...table, columns: [] })[0]!.sql).toContain('"t"""')
})
