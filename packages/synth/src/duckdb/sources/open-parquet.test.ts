import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { makeWorkDir, readSources, refuses } from '../../../testing/read-sources.ts'

test('a Parquet file keeps its types as text, its structs as columns', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const file = path.join(makeWorkDir(), 'types [1].parquet')
  await connection.run(
    `copy (select 1 as id, {'b': 2.50::decimal(4,2), 'C c': date '2020-01-02'} as a, timestamp '2020-01-02 03:04:05.678' as t, ['x','y'] as tags, true as ok, null::double as missing, 1e-7::double as tiny) to '${file}' (format parquet)`,
  )
  connection.closeSync()
  const [table] = await readSources(file)
  expect(table!.columns).toEqual(['id', 'a.b', 'a.C c', 't', 'tags', 'ok', 'missing', 'tiny'])
  expect(table!.rows).toEqual([
    ['1', '2.50', '2020-01-02', '2020-01-02 03:04:05', 'x;y', 'true', null, '1e-07'],
  ])
})

refuses([['not_a_table', 'a broken Parquet file', Buffer.from('PAR1 secret, secret PAR1')]])
