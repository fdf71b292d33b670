import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PrivateModel } from '../model/fitted-model.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { drawColumns } from './draw-columns.ts'
import { drawColumn, numbersIn } from './drawn-column.ts'

const BIN_WIDTH = 100
const BINS = 4

/** Two or three columns of numbers from 0 to 399 in four bins, and a fifth for missing values. */
function modelOf(columnCount: number): PrivateModel {
  const columns = Array.from({ length: columnCount }, (_, index) => ({
    index,
    schema: { name: `c${index}`, kind: 'integer' },
    values: {
      type: 'grid',
      grid: { starts: Float64Array.from({ length: BINS + 1 }, (_, i) => i * BIN_WIDTH) },
    },
    binning: {
      binOfCell: Int32Array.from({ length: BINS + 1 }, (_, cell) => cell),
      binCount: BINS + 1,
      cellWeights: new Float64Array(BINS + 1).fill(1),
    },
  }))
  const order = columns.map(({ index }) => index)
  return {
    columns,
    context: [],
    determined: [],
    orders: [],
    pairs: {},
    tree: { tree: { order } },
  } as unknown as PrivateModel
}

/** Draws bins, of which each column's are equal to the first one's in a share of the rows. */
function drawBins(columnCount: number, rowCount: number, share: number, seed: number) {
  const random = seededRandom(seed)
  const first = Int32Array.from({ length: rowCount }, () => random.nextUint32() % BINS)
  return Array.from({ length: columnCount }, (_, j) =>
    first.map((bin) =>
      j === 0 || random.nextUint32() / 2 ** 32 < share ? bin : random.nextUint32() % BINS,
    ),
  )
}

function correlationInBin(a: Float64Array, b: Float64Array, bins: Int32Array, bin: number): number {
  const rows = [...bins.keys()].filter(
    (row) => bins[row] === bin && Math.floor(b[row]! / 100) === bin,
  )
  const mean = (of: Float64Array) => rows.reduce((sum, row) => sum + of[row]!, 0) / rows.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (const row of rows) {
    ab += (a[row]! - ma) * (b[row]! - mb)
    aa += (a[row]! - ma) ** 2
    bb += (b[row]! - mb) ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

test('where bins go together, so do the values within them, in the last bin as well', () => {
  const bins = drawBins(2, 4000, 0.95, 1)
  const [a, b] = drawColumns(modelOf(2), bins, seededRandom(2)).map(numbersIn)
  for (const bin of [0, 1, BINS - 1])
    expect(correlationInBin(a!, b!, bins[0]!, bin)).toBeGreaterThan(0.5)
})

test('where bins do not go together, the values within them do not', () => {
  const bins = drawBins(2, 4000, 0.2, 1)
  const [a, b] = drawColumns(modelOf(2), bins, seededRandom(2)).map(numbersIn)
  for (const bin of [0, 1, BINS - 1])
    expect(Math.abs(correlationInBin(a!, b!, bins[0]!, bin))).toBeLessThan(0.15)
})

test('every row has a value of its bin, and missing values stay missing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.integer({ min: 0, max: BINS }), { minLength: 1, maxLength: 50 }),
      fc.integer(),
      (columnCount, first, seed) => {
        const bins = Array.from({ length: columnCount }, (_, j) =>
          Int32Array.from(first, (bin, row) => (row % (j + 2) === 0 ? BINS - bin : bin)),
        )
        const model = modelOf(columnCount)
        const drawn = drawColumns(model, bins, seededRandom(seed)).map(numbersIn)
        drawn.forEach((values, j) => {
          for (const [row, value] of values.entries()) {
            const bin = bins[j]![row]!
            if (bin === BINS) expect(value).toBeNaN()
            else expect(Math.floor(value / BIN_WIDTH)).toBe(bin)
          }
        })
      },
    ),
  )
})

test('a model without pairs draws its columns one by one', () => {
  const { columns } = modelOf(2)
  const bins = drawBins(2, 200, 1, 1)
  const alone = seededRandom(3)
  const expected = columns.map((column, i) => drawColumn(column, bins[i]!, alone))
  const model = { columns, trees: [] } as unknown as PrivateModel
  expect(drawColumns(model, bins, seededRandom(3))).toEqual(expected)
})
