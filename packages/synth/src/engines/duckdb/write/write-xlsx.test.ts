import { setTimeout as wait } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { writeXlsx } from './write-xlsx.ts'

test('a sheet that finds the disk full ends only when the connection is idle', async () => {
  let isBusy = false
  const connection = {
    stream: async () => {
      isBusy = true
      await wait(300)
      isBusy = false
      return { fetchChunk: async () => null }
    },
  } as unknown as DuckDBConnection
  const columns = [{ name: 'id', index: 0, sql: 'id', type: 'integer' as const }]
  const written = writeXlsx(connection, 'twin', columns, '/dev/full', undefined)
  await expect(written).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(isBusy).toBe(false)
})
