import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell, ResultColumn } from '../result.ts'
import { chartOf } from './chart-data.ts'

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect()
})
afterAll(() => connection.closeSync())

const ask = async (statement: string) =>
  (await connection.runAndReadAll(statement)).getRows() as unknown as Cell[][]

const v = (type: ResultColumn['type']): ResultColumn => ({ name: 'v', type })
const by = (type: ResultColumn['type']): ResultColumn => ({ name: 'by', type })

/** Counts a table of the SQL rows for a chart. */
async function chart(rows: string, column: ResultColumn, grouping: ResultColumn | null = null) {
  await connection.run(`CREATE OR REPLACE TABLE "t""" AS ${rows}`)
  return await chartOf(ask, 't"', column, grouping)
}
const values = (list: string) => `SELECT unnest([${list}]) AS v`

describe('a histogram', () => {
  it('counts every number once, the highest in the last bin', async () => {
    const { bars, axis } = await chart(values('0, 0.5, 1, 9.99, 10'), v('number'))
    expect(bars).toHaveLength(20)
    expect(bars.map(({ total }) => total).filter((total) => total > 0)).toEqual([1, 1, 1, 2])
    expect(bars.at(-1)?.total).toBe(2)
    expect(axis).toMatchObject({ format: 'number' })
    expect([axis?.edges[0], axis?.edges.at(-1)]).toEqual([0, 10])
  })

  it('gives few whole numbers a bin each', async () => {
    const { bars } = await chart(values('3, 1, 3, 2'), v('number'))
    expect(bars.map(({ label, total }) => [label, total])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 2],
    ])
  })

  it('leaves out what is no number, and says how many those are', async () => {
    const { bars, missing } = await chart(values(`NULL, 'nan'::DOUBLE, 4, 4`), v('number'))
    expect(bars.map(({ total }) => total)).toEqual([2])
    expect(missing).toBe(2)
    expect((await chart(values('NULL::DOUBLE'), v('number'))).bars).toEqual([])
  })

  it('counts all rows of a long table, not the first ten thousand', async () => {
    const { bars } = await chart('SELECT range / 7 AS v FROM range(300000)', v('number'))
    expect(bars.reduce((sum, { total }) => sum + total, 0)).toBe(300_000)
  })

  it('places times by the millisecond', async () => {
    const days = `SELECT DATE '2024-01-01' + range::INTEGER AS v FROM range(40)`
    const { bars, axis } = await chart(days, v('moment'))
    expect(bars.map(({ total }) => total)).toEqual([...Array.from({ length: 20 }, () => 2)])
    expect(axis?.edges[0]).toBe(Date.UTC(2024, 0, 1))
  })
})

describe('a bar chart', () => {
  it('has the most frequent values first, nulls among them, and sums up the rest', async () => {
    const rest = Array.from({ length: 12 }, (_, i) => `'v${i}'`)
    const all = values(`'b', 'it''s', 'b', NULL, NULL, NULL, 'it''s', ${rest.join(', ')}`)
    const { bars, axis } = await chart(all, v('text'))
    expect(axis).toBeNull()
    expect(bars.slice(0, 3).map(({ label, total }) => [label, total])).toEqual([
      ['null', 3],
      ['b', 2],
      ["it's", 2],
    ])
    expect(bars).toHaveLength(13)
    expect(bars.at(-1)).toMatchObject({ label: 'Others (3)', total: 3 })
  })
})

describe('by another column', () => {
  it('splits each bar by the five most frequent values and the others', async () => {
    const rows = `SELECT 1 AS v, unnest(['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g']) AS by`
    const { groups, bars } = await chart(rows, v('number'), by('text'))
    expect(groups).toEqual(['a', 'b', 'c', 'd', 'e', 'Others'])
    expect(bars[0]?.counts).toEqual([2, 1, 1, 1, 1, 2])
  })

  it('cuts numbers into ranges with about as many rows each', async () => {
    const rows = `SELECT 'x' AS v, range::DOUBLE AS by FROM range(100) UNION ALL SELECT 'x', NULL`
    const { groups, bars } = await chart(rows, v('text'), by('number'))
    expect(groups).toHaveLength(5)
    expect(groups.at(-1)).toBe('null')
    expect(bars[0]?.counts.reduce((sum, n) => sum + n, 0)).toBe(101)
    for (const rowsOfRange of bars[0]?.counts.slice(0, 4) ?? [])
      expect(rowsOfRange).toBeCloseTo(25, -1)
  })
})
