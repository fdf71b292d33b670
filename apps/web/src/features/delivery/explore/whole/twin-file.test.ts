import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTwin, rangesOf } from './twin-file.ts'
import { csvOf, formsOf } from './written-values.ts'

const ROWS = 5000
let dir: string
let file: Awaited<ReturnType<typeof open>>
let bytes: number
/** Lists the ranges that were read. */
const asked: [start: number, end: number][] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'twin-'))
  const path = join(dir, 'twin.parquet')
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(`COPY (SELECT range AS n, range / 4 AS price, range % 2 = 0 AS ok,
    DATE '2024-01-01' + range::INTEGER AS day, TIMESTAMP '2024-01-01 10:00:00' + to_seconds(range) AS seen,
    CASE WHEN range % 10 = 0 THEN NULL ELSE 'a,' || range END AS note FROM range(${ROWS}))
    TO '${path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)`)
  connection.closeSync()
  file = await open(path)
  bytes = (await file.stat()).size
})
afterAll(async () => {
  await file.close()
  await rm(dir, { recursive: true })
})

const read = async (start: number, end: number) => {
  asked.push([start, end])
  const part = new ArrayBuffer(end - start)
  await file.read(new Uint8Array(part), 0, end - start, start)
  return part
}

it('all rows of a file are read, a group by one range, with the type of each column', async () => {
  const twin = await openTwin(bytes, read)
  expect(twin.columns).toEqual([
    { name: 'n', type: 'BIGINT' },
    { name: 'price', type: 'DOUBLE' },
    { name: 'ok', type: 'BOOLEAN' },
    { name: 'day', type: 'DATE' },
    { name: 'seen', type: 'TIMESTAMP' },
    { name: 'note', type: 'VARCHAR' },
  ])
  expect([twin.rows, twin.groups]).toEqual([ROWS, [2048, 2048, 904]])
  asked.length = 0
  const groups = []
  for (const group of twin.groups.keys()) groups.push(await twin.readGroup(group))
  expect(asked).toHaveLength(3)
  expect(groups.flatMap(([n]) => n).map(Number)).toEqual(Array.from({ length: ROWS }, (_, i) => i))
  expect(groups[1]?.map((column) => column[1])).toEqual([
    2049n,
    512.25,
    false,
    '2029-08-11',
    '2024-01-01 10:34:09',
    'a,2049',
  ])
  expect(groups[0]?.[5]?.[0]).toBeNull()
})

it('rows are written as the file in CSV writes them', async () => {
  const csv = `n,price,ok,day,seen,note\n0,0.00,TRUE,2024-01-01,2024-01-01T10:00:00,\n1,0.25,FALSE,2024-01-02,2024-01-01T10:00:01,"a,1"\n`
  const [first] = [await (await openTwin(bytes, read)).readGroup(0)]
  expect(csvOf(first, formsOf(csv)).startsWith(csv.slice(csv.indexOf('\n') + 1))).toBe(true)
})

it('a part that is not exactly what was asked for is refused', async () => {
  const { signal } = new AbortController()
  const answer = (status: number, length: number) =>
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array(length), { status }))
  answer(206, 8)
  expect((await rangesOf('/file', signal)(4, 12)).byteLength).toBe(8)
  for (const [status, length] of [
    [200, 8],
    [206, 7],
    [403, 8],
  ] as const) {
    answer(status, length)
    await expect(rangesOf('/file', signal)(4, 12)).rejects.toThrow('did not arrive')
  }
  vi.unstubAllGlobals()
})
