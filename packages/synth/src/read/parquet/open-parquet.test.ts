import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { makeWorkDir, readSources, refuses } from '../../../testing/read-sources.ts'
import { openSources } from '../open-sources.ts'

async function writeParquet(name: string, sql: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const file = path.join(makeWorkDir(), name)
  await connection.run(`copy (${sql}) to '${file}' (format parquet)`)
  connection.closeSync()
  return file
}

test('a Parquet file keeps its types as text, its structs as columns', async () => {
  const file = await writeParquet(
    'types [1].parquet',
    `select 1 as id, {'b': 2.50::decimal(4,2), 'C c': date '2020-01-02'} as a, timestamp '2020-01-02 03:04:05.678' as t, ['x','y'] as tags, true as ok, null::double as missing, 1e-7::double as tiny`,
  )
  const [table] = await readSources(file)
  expect(table!.columns).toEqual(['id', 'a.b', 'a.C c', 't', 'tags', 'ok', 'missing', 'tiny'])
  expect(table!.rows).toEqual([
    ['1', '2.50', '2020-01-02', '2020-01-02 03:04:05', 'x;y', 'true', null, '1e-07'],
  ])
})

test('lists of records in a Parquet file are tables whose rows name theirs', async () => {
  const file = await writeParquet(
    'customers.parquet',
    `select * from (values
      ('Ann', [{'day': 1, 'items': [{'sku': 'p'}, null, {'sku': 'q'}]}, {'day': 2, 'items': []}], [{'a': 1}][:0]),
      ('Bo', [], null),
      ('Cy', null, null),
      ('Di', [{'day': 3, 'items': [{'sku': 'r'}]}], [])) t(name, orders, visits)`,
  )
  expect(await readSources(file)).toEqual([
    {
      name: 'customers',
      columns: ['row_id', 'name', 'visits'],
      rows: [
        ['1', 'Ann', null],
        ['2', 'Bo', null],
        ['3', 'Cy', null],
        ['4', 'Di', null],
      ],
    },
    {
      name: 'orders',
      columns: ['row_id', 'parent_row_id', 'day'],
      rows: [
        ['1-1', '1', '1'],
        ['1-2', '1', '2'],
        ['4-1', '4', '3'],
      ],
    },
    {
      name: 'orders.items',
      columns: ['parent_row_id', 'sku'],
      rows: [
        ['1-1', 'p'],
        ['1-1', 'q'],
        ['4-1', 'r'],
      ],
    },
  ])
  const [, orders, items] = await openSources([file], makeWorkDir())
  const keys = { column: 'parent_row_id', key: 'row_id' }
  expect(orders!.parent).toEqual({ table: 'customers', ...keys, maxRows: 2 })
  expect(items!.parent).toEqual({ table: 'orders', ...keys, maxRows: 2 })
})

test('lists of lists in a Parquet file are refused', async () => {
  const file = await writeParquet('lists.parquet', `select [[1], [2]] as a`)
  await expect(readSources(file)).rejects.toThrow('The column "a" holds maps, unions, or lists')
})

refuses([['not_a_table', 'a broken Parquet file', Buffer.from('PAR1 secret, secret PAR1')]])
