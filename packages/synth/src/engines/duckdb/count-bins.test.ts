import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { cellAt, cellCount, decimalGrid } from '../../schema/infer/grid.ts'
import { type Binner, binnerOf, countByBins } from './count-bins.ts'
import { queryRows } from './database.ts'

const ROWS = 5000

async function tableOf(select: string) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`create table coded as select ${select} from range(${ROWS}) t(i)`)
  return connection
}

/** Three neighboring cells to a bin, and missing values in one of their own. */
function gridBins() {
  const grid = decimalGrid(ROWS)
  const last = cellCount(grid)
  const binOfCell = Int32Array.from({ length: last + 1 }, (_, cell) =>
    cell === last ? 0 : 1 + Math.floor(cell / 3),
  )
  return { grid, binOfCell, binCount: 2 + Math.floor(last / 3) }
}

function binOf({ starts, bins, missingBin }: Binner, value: number): number {
  if (Number.isNaN(value)) return missingBin
  return bins[starts.findLastIndex((start, k) => k === 0 || start <= value)]!
}

test('a value has the bin of its cell, below and above the grid too', () => {
  const { grid, binOfCell } = gridBins()
  const binner = binnerOf({ type: 'grid', grid, binOfCell })
  const values = [-1e20, -12_345, -1, 0, 1, 2, 3, 99, 100, 1234, 999_999, 1e20]
  expect(values.map((value) => binOf(binner, value))).toEqual(
    values.map((value) => binOfCell[cellAt(grid, value)]),
  )
  expect(binOf(binner, Number.NaN)).toBe(0)
})

test('codes without a bin share the one for others', () => {
  const binner = binnerOf({
    type: 'codes',
    codes: [4, 1],
    bins: [0, 1],
    otherBin: 2,
    missingBin: 3,
  })
  expect([0, 1, 2, 3, 4, 5, 900].map((code) => binOf(binner, code))).toEqual([2, 1, 2, 2, 0, 2, 2])
})

test('tables of one, two and three columns count the training rows, in chunks, as the database does', async () => {
  const connection = await tableOf(
    `case when i % 7 = 0 then null else hash(i) % 300 end as x0, (hash(i, 1) % 5)::integer as x1,
     case when i % 3 = 0 then null else (hash(i, 2) % 4)::integer end as x2, i % 5 = 0 as held`,
  )
  const { grid, binOfCell, binCount } = gridBins()
  const codes = (count: number) => ({
    type: 'codes' as const,
    codes: Array.from({ length: count }, (_, code) => code),
    bins: Array.from({ length: count }, (_, code) => code),
    otherBin: count,
    missingBin: count,
  })
  const binners = new Map([
    [0, binnerOf({ type: 'grid', grid, binOfCell })],
    [1, binnerOf(codes(5))],
    [2, binnerOf(codes(4))],
  ])
  const shapes = [
    { index: 0, binCount },
    { index: 1, binCount: 6 },
    { index: 2, binCount: 5 },
  ]
  const [a, b, c] = shapes
  const tables = [[a!], [b!, c!], [c!, a!, b!]]
  const counted = await countByBins(connection, binners, tables)
  const rows = await queryRows(
    connection,
    'select x0::integer, x1, x2 from coded where not held order by all',
  )
  for (const [t, columns] of tables.entries()) {
    const expected = new Float64Array(counted[t]!.length)
    for (const row of rows) {
      const cell = columns.reduce((joint, { index, binCount: size }) => {
        const value = row[index]
        return (
          joint * size + binOf(binners.get(index)!, value === null ? Number.NaN : Number(value))
        )
      }, 0)
      expected[cell]!++
    }
    expect(counted[t]).toEqual(expected)
  }
})

test('a row counts by the row before it in its sequence, also over the border of a chunk', async () => {
  const connection = await tableOf(
    'i // 2500 as sequence, 1 + i % 2500 as step, (i % 2)::integer as x0, false as held',
  )
  const binner = binnerOf({
    type: 'codes',
    codes: [0, 1],
    bins: [0, 1],
    otherBin: 0,
    missingBin: 0,
  })
  const shape = { index: 0, binCount: 2 }
  const [counts] = await countByBins(connection, new Map([[0, binner]]), [
    [{ ...shape, isBefore: true }, shape],
  ])
  // Two sequences of 2500 rows that alternate: 2499 steps each, the first from 0 to 1.
  expect([...counts!]).toEqual([0, 2500, 2498, 0])
})
