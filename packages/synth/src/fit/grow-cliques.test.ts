import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../rng/seeded-random.ts'
import { sampleCliques } from '../sample/sample-cliques.ts'
import { type CliqueModel, cliquesOfTree, marginalize, tableOf } from './clique-model.ts'
import {
  addClique,
  columnsOf,
  growthScore,
  listGrowths,
  tableIfIndependent,
} from './grow-cliques.ts'

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0)

/** Three coins: b and c each agree with a by chance alone, but c tells whether a and b agree. */
const xorTree: CliqueModel = cliquesOfTree({
  tree: { order: [0, 1, 2], parent: Int32Array.of(-1, 0, 0) },
  margins: [0, 1, 2].map(() => Float64Array.of(500, 500)),
  edges: [null, Float64Array.of(250, 250, 250, 250), Float64Array.of(250, 250, 250, 250)],
})
const xor = Float64Array.of(250, 0, 0, 250, 0, 250, 250, 0)

/** A tree of so many columns of two to four bins, each hanging from an earlier one. */
const trees = fc
  .array(fc.record({ bins: fc.integer({ min: 2, max: 4 }), parent: fc.nat() }), {
    minLength: 3,
    maxLength: 8,
  })
  .map((columns) => {
    const parent = Int32Array.from(columns, (column, i) => (i === 0 ? -1 : column.parent % i))
    const margins = columns.map(({ bins }) => new Float64Array(bins).fill(1200 / bins))
    const edges = columns.map((column, i) => {
      if (i === 0) return null
      const cells = columns[parent[i]!]!.bins * column.bins
      return new Float64Array(cells).fill(1200 / cells)
    })
    return cliquesOfTree({ tree: { order: [...columns.keys()], parent }, margins, edges })
  })

function grow(model: CliqueModel, steps: number, seed: number): CliqueModel {
  const random = seededRandom(seed)
  let grown = model
  for (let step = 0; step < steps; step++) {
    const growths = listGrowths(grown)
    if (growths.length === 0) return grown
    const growth = growths[random.nextUint32() % growths.length]!
    const noisy = tableIfIndependent(grown, growth).map(
      (count) => count + (random.nextUint32() % 41) - 20,
    )
    grown = addClique(grown, growth, noisy, 4)
  }
  return grown
}

test('whatever grows, each column drawn after its neighbors lies in a clique with them', () => {
  fc.assert(
    fc.property(trees, fc.nat({ max: 12 }), fc.nat(), (tree, steps, seed) => {
      const grown = grow(tree, steps, seed)
      const sampled = sampleCliques(grown, 50, seededRandom(seed))
      expect(sampled.every((bins) => bins.length === 50)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('cliques that share a column agree on it to a hundredth of the rows', () => {
  fc.assert(
    fc.property(trees, fc.nat({ max: 12 }), fc.nat(), (tree, steps, seed) => {
      const grown = grow(tree, steps, seed)
      const binCount = (column: number) => grown.margins[column]!.length
      for (const clique of grown.cliques) {
        for (const column of clique.columns) {
          const margin = marginalize(clique, [column], binCount)
          margin.forEach((count, bin) => {
            expect(Math.abs(count - grown.margins[column]![bin]!)).toBeLessThan(12)
          })
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a tree cannot hold what three columns have together; a clique can', () => {
  const [growth] = listGrowths(xorTree)
  expect(growth).toEqual({ a: 1, b: 2, separator: [0] })
  const grown = addClique(xorTree, growth!, xor, 0.1)
  expect(tableOf(grown, [0, 1, 2])[0]).toBeCloseTo(250, 0)
  const [a, b, c] = sampleCliques(grown, 1000, seededRandom(3))
  const wrong = a!.reduce((n, bin, row) => n + (c![row] === (bin ^ b![row]!) ? 0 : 1), 0)
  expect(wrong).toBeLessThan(5)
})

test('counts that are within their noise leave the model as it was', () => {
  const [growth] = listGrowths(xorTree)
  const prior = tableIfIndependent(xorTree, growth!)
  const noisy = prior.map((count, cell) => count + (cell % 2 === 0 ? 20 : -20))
  const grown = addClique(xorTree, growth!, noisy, 30)
  expect([...tableOf(grown, columnsOf(growth!))]).toEqual([...prior])
})

test('the pair that the model misses most scores highest, and one row moves a score by at most 1', () => {
  const [growth] = listGrowths(xorTree)
  const dependent = Float64Array.of(400, 100, 100, 400)
  const score = growthScore(xorTree, growth!, dependent, 1)
  expect(score).toBeGreaterThan(
    growthScore(xorTree, growth!, Float64Array.of(250, 250, 250, 250), 1),
  )
  const oneMore = Float64Array.of(401, 100, 100, 400)
  expect(Math.abs(growthScore(xorTree, growth!, oneMore, 1) - score)).toBeLessThanOrEqual(1)
})

test('a table sums over the columns that are left out, in the order asked for', () => {
  const table = { columns: [4, 7], counts: Float64Array.of(1, 2, 3, 4, 5, 6) }
  const binCount = (column: number) => (column === 4 ? 2 : 3)
  expect([...marginalize(table, [7], binCount)]).toEqual([5, 7, 9])
  expect([...marginalize(table, [7, 4], binCount)]).toEqual([1, 4, 2, 5, 3, 6])
  expect(sum(marginalize(table, [4], binCount))).toBe(21)
})
