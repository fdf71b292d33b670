import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureInMemory } from '../../../testing/measure-in-memory.ts'
import type { BinSource, ValueCount } from '../../model/measure/measure.ts'
import {
  coarseTimeGrid,
  decimalGrid,
  fineTimeGrid,
  type Grid,
  linearGrid,
} from '../../schema/infer/grid.ts'
import { openDatabase } from './database.ts'
import { measureInDuckdb } from './measure.ts'

test.each<[string, Grid]>([
  ['the finest decimal grid', decimalGrid(30_000)],
  ['the coarsest decimal grid', decimalGrid(1000)],
  ['a linear grid', linearGrid(-500, 7, 300)],
  ['the coarse grid of dates', coarseTimeGrid(86_400, 30)],
  ['a fine grid of seconds', fineTimeGrid(1_546_300_800, 1_551_398_400, 1)],
  ['a single cell', { starts: Float64Array.of(-5, 5) }],
])('every integer is counted in the cell of %s that holds it', async (_, grid) => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const edges = [...grid.starts].flatMap((start) => [start - 1, start])
  const random = fc.sample(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), 500)
  const round = [-3000, -20, 0, 0, 0, 10, 10, 700, 10 ** 15]
  const values = [...edges, ...random, ...round, -3, 5, 2 ** 40 + 1, -(2 ** 40), 1e30]
  const present = Float64Array.from([...values, Number.NaN, Number.NaN])
  const list = Array.from(present, (value) => (Number.isNaN(value) ? 'null' : value))
  await connection.run(
    `create table coded as select false as held, unnest([${list.join(', ')}]::double[]) as x0`,
  )
  const [measure, inMemory] = [
    measureInDuckdb(connection),
    measureInMemory([{ values: present, labels: [] }]),
  ]
  expect(await measure.countCells(0, grid)).toEqual(await inMemory.countCells(0, grid))
  expect(await measure.countZeros(0, grid)).toEqual(await inMemory.countZeros(0, grid))
  const always = [700, 12, -3]
  const byValue = (counts: ValueCount[]) => counts.sort((a, b) => a.value - b.value)
  const expected = await inMemory.countValues(0, 2, always)
  expect(expected.map(({ value }) => value)).toEqual(expect.arrayContaining([0, 10, 700, -3]))
  expect(byValue(await measure.countValues(0, 2, always))).toEqual(byValue(expected))
  const often = await inMemory.countValues(0, 3, [])
  expect(byValue(await measure.countValues(0, 3, []))).toEqual(byValue(often))
})

test('held-out rows are in no count the model is made from', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`
    create table coded as select i % 5 = 0 as held, case when held then 9 else 1 end::double as x0,
      case when held then 1 else 0 end::integer as x1,
      case when i % 4 = 1 then i % 3 end::double as x2 from range(100) t(i)`)
  await connection.run("create table dictionary1 as values ('train', 0), ('held', 1)")
  await connection.run('alter table dictionary1 rename column col0 to value')
  await connection.run('alter table dictionary1 rename column col1 to code')
  const grid = linearGrid(0, 1, 10)
  const measure = measureInDuckdb(connection)
  const counts = await measure.countCells(0, grid)
  expect([counts[1], counts[9]]).toEqual([80, 0])
  expect(await measure.countValues(0, 1, [9])).toEqual([{ value: 1, count: 80 }])
  expect((await measure.countZeros(0, grid)).reduce((sum, count) => sum + count, 0)).toBe(80)
  const conversion = { multiply: 1, divide: 1, round: 'up', add: 0 } as const
  const zeros = Array.from({ length: 100 }, (_, i) => i).filter(
    (i) => i % 4 === 1 && i % 3 === 0 && i % 5 !== 0,
  )
  expect(await measure.countBroken({ low: 0, high: 2, conversion })).toBe(zeros.length)
  expect(await measure.countCategories(1)).toEqual([{ label: 'train', code: 0, count: 80 }])
  const binOfCell = Int32Array.from({ length: 11 }, (_, cell) => cell)
  const codes: BinSource = {
    type: 'codes',
    codes: [0, 1],
    bins: [0, 1],
    otherBin: 2,
    missingBin: 2,
  }
  await measure.bin(
    new Map<number, BinSource>([
      [0, { type: 'grid', grid, binOfCell }],
      [1, codes],
    ]),
  )
  const pair = await measure.countTable([
    { index: 0, binCount: 11 },
    { index: 1, binCount: 3 },
  ])
  expect(pair.reduce((sum, count) => sum + count, 0)).toBe(80)
  expect(pair[1 * 3 + 0]).toBe(80)
})

test('the database reads the named file and nothing else, and writes nothing', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'synth-database-'))
  const [allowed, other] = ['allowed.csv', 'other.csv'].map((name) => path.join(dir, name))
  for (const file of [allowed!, other!]) writeFileSync(file, 'a,b\n1,2\n')
  const database = await openDatabase({
    workDir: dir,
    readablePaths: [allowed!],
    threads: 1,
    memoryLimitMb: 100,
  })
  const attempt = (sql: string) => database.connection.run(sql)
  try {
    await attempt(`select * from read_csv('${allowed}')`)
    await expect(attempt(`select * from read_csv('${other}')`)).rejects.toThrow('Permission')
    await expect(attempt(`copy (select 1) to '${dir}/leak.csv'`)).rejects.toThrow('Permission')
    await expect(attempt(`attach '${dir}/leak.db'`)).rejects.toThrow('Permission')
    await expect(attempt('set enable_external_access = true')).rejects.toThrow()
    await expect(attempt("set memory_limit = '9GB'")).rejects.toThrow('locked')
  } finally {
    database.close()
    rmSync(dir, { recursive: true })
  }
})
