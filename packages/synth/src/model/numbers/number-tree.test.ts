import { expect, test } from 'vitest'
import { cutCells } from './cut-cells.ts'
import { joinTrial, sharesOf, uncounted } from './number-tree.ts'

const SIGMA = 20

const counted = (low: number, high: number, count: number, isSingle = false) => ({
  ...uncounted({ low, high }, isSingle),
  count,
  variance: SIGMA * SIGMA,
})

const cutting = { rest: 10_000, sigma: SIGMA, unit: 1, end: 1, areCodes: false } as const

/** An outermost cell of few rows, cut, with the rows that its parts are found to have. */
function cutEnd(rows: number[]) {
  const cell = counted(10, 20, 90)
  cutCells(cell, [], cutting)
  for (const [i, part] of cell.children.entries())
    Object.assign(part, { count: rows[i], variance: SIGMA * SIGMA })
  return cell
}

test('parts outside those that hold rows have none, whatever others lost', () => {
  const counts = [-30, 40, -20, 10, 900, 30, 800, -30, 20, -10, 30, -40]
  const parts = counts.map((count, i) => counted(10 * i, 10 * i + 10, count))
  const shares = sharesOf(parts, 1800)
  expect(shares.reduce((sum, rows) => sum + rows, 0)).toBeCloseTo(1800)
  for (const i of [0, 1, 9, 10, 11]) expect(shares[i]).toBe(0)
  const single = counted(45, 46, 300, true)
  const withSingle = sharesOf([...parts, single], 2100)
  expect(withSingle[12]).toBeGreaterThan(200)
  for (const i of [0, 1, 9, 10, 11]) expect(withSingle[i]).toBe(0)
})

test('an outermost cell is cut for fewer rows than others, of codes first at the value nearest to zero, and not for noise', () => {
  for (const [rows, end, areCodes, starts] of [
    [90, 1, false, [10, 12, 14, 16, 18]],
    [40, 1, false, []],
    [90, 0, true, []],
    [90, 1, true, [10, 11, 13, 15, 17, 19]],
    [90, -1, true, [10, 12, 14, 16, 18]],
    [40, 1, true, [10, 11]],
    [20, 1, true, []],
  ] as const) {
    const cell = counted(10, 20, rows)
    cutCells(cell, [], { ...cutting, end, areCodes })
    expect(cell.children.map(({ low }) => low)).toEqual(starts)
  }
  const below = counted(-199, -99, 40)
  cutCells(below, [], { ...cutting, unit: 10, end: -1, areCodes: true })
  expect(below.children.map(({ low, high }) => [low, high])).toEqual([
    [-199, -100],
    [-100, -99],
  ])
})

test('values that stand out by noise do not keep an outermost cell of codes from being cut', () => {
  for (const [areCodes, starts] of [
    [true, [10, 11, 15]],
    [false, [10, 15]],
  ] as const) {
    const cell = counted(10, 20, 60)
    cell.children = [uncounted({ low: 10, high: 20 }), counted(15, 16, 50, true)]
    cutCells(cell, [], { ...cutting, areCodes })
    expect(cell.children.map(({ low }) => low)).toEqual(starts)
  }
})

test('of an outermost cell of few rows, the part that holds them all is kept, and the parts of a thin tail are joined', () => {
  const narrow = cutEnd([-10, 5, 0, -8, 95])
  joinTrial(narrow, [])
  expect(narrow.children).toHaveLength(5)
  for (const rows of [
    [85, 40, 20, 15, 10],
    [30, 25, 15, 10, 10],
  ]) {
    const thin = cutEnd(rows)
    joinTrial(thin, [])
    expect(thin.children).toEqual([])
  }
  const apart = cutEnd([30, 25, 15, 10, 10])
  apart.children.push(counted(15, 16, 200, true))
  joinTrial(apart, [15])
  expect(apart.children.map(({ low, high, count }) => [low, high, count])).toEqual([
    [10, 20, 90],
    [15, 16, 200],
  ])
  const { joined } = apart.children[0]!
  expect(joined.parts.map(({ count }) => count)).toEqual([30, 25, 15, 10, 10])
  expect(joined.apart).toEqual([15])
})

test('rows that lack elsewhere go to a value that stands out, not to the empty cell around it', () => {
  const cells = [counted(5, 10, -7), counted(5, 6, 140, true)]
  expect([...sharesOf(cells, 270)]).toEqual([0, 270])
  expect(sharesOf([counted(5, 10, 90), cells[1]!], 270)[0]).toBeGreaterThan(90)
})
