import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, queryRows, sqlString } from '../engines/duckdb/database.ts'
import { convertTable, type TableFormat } from './convert-table.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'convert-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const columnNames = ['id', 'price', 'paid', 'day', 'at', 'zip', 'note', 'never']
const inputPath = path.join(dir, 'twin.csv')
const at = (format: TableFormat) => path.join(dir, `twin.${format}`)

beforeAll(async () => {
  writeFileSync(
    inputPath,
    [
      columnNames.join(','),
      '1,2.50,true,2026-03-01,2026-03-01 08:30:00,00501,"a ""b"", <c> & d",',
      '9007199254740993,NA,false,1999-12-31,2026-03-01 23:59:59,10001,"=1+1\nnext",',
      '-3,0.5,,,,99501,é漢😀,',
      '',
    ].join('\n'),
  )
  await convertTable({
    inputPath,
    outputs: (['json', 'parquet', 'xlsx'] as const).map((format) => ({ format, path: at(format) })),
    tempDir: dir,
  })
})

test('JSON has numbers, booleans and nulls where the table has them, and keeps the zeros of a code', () => {
  const records = JSON.parse(readFileSync(at('json'), 'utf8')) as Record<string, unknown>[]
  expect(records).toHaveLength(3)
  expect(records[0]).toEqual({
    id: 1,
    price: 2.5,
    paid: true,
    day: '2026-03-01',
    at: '2026-03-01 08:30:00',
    zip: '00501',
    note: 'a "b", <c> & d',
    never: null,
  })
  expect(records[1]).toMatchObject({ price: null, note: '=1+1\nnext' })
  expect(readFileSync(at('json'), 'utf8')).toContain('9007199254740993')
})

test('Parquet has the types, to the last digit of a long number', async () => {
  const database = await openDatabase({
    workDir: dir,
    readablePaths: [at('parquet')],
    threads: 1,
    memoryLimitMb: 128,
  })
  try {
    const from = `from read_parquet(${sqlString(at('parquet'))})`
    const types = await queryRows(database.connection, `select column_type from (describe ${from})`)
    expect(types.flat()).toEqual([
      'BIGINT',
      'DOUBLE',
      'BOOLEAN',
      'DATE',
      'TIMESTAMP',
      'VARCHAR',
      'VARCHAR',
      'VARCHAR',
    ])
    expect(
      await queryRows(database.connection, `select id, note ${from} limit 1 offset 1`),
    ).toEqual([[9007199254740993n, '=1+1\nnext']])
  } finally {
    database.close()
  }
})

test('a workbook opens with numbers, dates and texts, none of them a formula', () => {
  const book = read(readFileSync(at('xlsx')), { cellDates: true, cellFormula: true, UTC: true })
  const sheet = book.Sheets.Data!
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet, { UTC: true })
  expect(rows[0]).toEqual({
    id: 1,
    price: 2.5,
    paid: true,
    day: new Date('2026-03-01T00:00:00Z'),
    at: new Date('2026-03-01T08:30:00Z'),
    zip: '00501',
    note: 'a "b", <c> & d',
  })
  expect(rows[1]).toMatchObject({ id: '9007199254740993', note: '=1+1\nnext' })
  expect(rows[2]).toEqual({ id: -3, price: 0.5, zip: '99501', note: 'é漢😀' })
  expect(Object.values(sheet).some((cell) => cell?.f !== undefined)).toBe(false)
})

test('a file in the way is replaced, and nothing else in the directory is touched', async () => {
  writeFileSync(at('json'), 'x'.repeat(10_000))
  await convertTable({
    inputPath,
    outputs: [{ format: 'json', path: at('json') }],
    tempDir: dir,
  })
  expect(JSON.parse(readFileSync(at('json'), 'utf8'))).toHaveLength(3)
})
