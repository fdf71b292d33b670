import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { type Feature, trainTrees } from './boosted-trees.ts'
import { areaUnderRoc } from './roc.ts'
import { scoreRows } from './score-rows.ts'
import { bestSplit, weightOf } from './tree-splits.ts'

const random = seededRandom(3)
const rowCount = 2000
const below = (bound: number) => random.nextUint32() % bound
const draw = (binCount: number, ordered: boolean): Feature => ({
  codes: Uint8Array.from({ length: rowCount }, () => below(binCount)),
  binCount,
  ordered,
})
const [learned, tested] = [0, 1].map((half) =>
  Int32Array.from({ length: rowCount / 2 }, (_, i) => 2 * i + half),
)

function testedAuc(features: Feature[], labelOf: (row: number) => boolean): number {
  const labels = Uint8Array.from({ length: rowCount }, (_, row) => Number(labelOf(row)))
  const scores = scoreRows(trainTrees(features, labels, learned!), features, tested!)
  return areaUnderRoc(
    scores,
    tested!.map((row) => labels[row]!),
  )
}

test('a threshold, a set of categories and an interaction are learned', () => {
  const [number, category, other] = [draw(40, true), draw(12, false), draw(2, false)]
  const features = [number, category, other]
  expect(testedAuc(features, (row) => number.codes[row]! >= 25)).toBeGreaterThan(0.99)
  const chosen = [1, 4, 6, 11]
  expect(testedAuc(features, (row) => chosen.includes(category.codes[row]!))).toBeGreaterThan(0.99)
  const isEither = (row: number) => number.codes[row]! >= 25 !== (other.codes[row] === 1)
  expect(testedAuc(features, isEither)).toBeGreaterThan(0.97)
})

test('one split parts categories by what they lead to, numbers only at a threshold', () => {
  const steps = [9, -9, 9, -9]
  const histogram = Float64Array.from(steps.flatMap((step) => [step, weightOf(40, 10)]))
  const split = (ordered: boolean) =>
    bestSplit({ feature: 0, binCount: steps.length, ordered, offset: 0 }, histogram, 20, 0)!
  expect([...split(false).goesLeft]).toEqual([0, 1, 0, 1])
  expect(split(true).gain).toBeLessThan(split(false).gain / 2)
})

test('of 256 categories, the split is the best that their full order by mean step has', () => {
  const bins = Array.from({ length: 256 }, () => {
    const weight = 1 + below(9)
    return { gradient: (below(2001) - 1000) / 100, weight, rows: below(4) === 0 ? 0 : weight + 20 }
  })
  const seen = bins.flatMap((bin, place) => (bin.rows > 0 ? [{ ...bin, place }] : []))
  const step = ({ gradient, weight }: (typeof seen)[number]) => gradient / (weight + 10)
  const order = seen.toSorted((a, b) => step(a) - step(b))
  const loss = (part: typeof seen) => {
    const sum = (of: 'gradient' | 'weight') => part.reduce((total, bin) => total + bin[of], 0)
    return sum('gradient') ** 2 / (sum('weight') + 1)
  }
  const gains = order.slice(1).map((_, i) => loss(order.slice(0, i + 1)) + loss(order.slice(i + 1)))
  const length = 1 + gains.indexOf(Math.max(...gains))
  const histogram = Float64Array.from(
    bins.flatMap(({ gradient, weight, rows }) =>
      rows > 0 ? [gradient, weightOf(rows, weight)] : [0, 0],
    ),
  )
  const found = bestSplit(
    { feature: 0, binCount: 256, ordered: false, offset: 0 },
    histogram,
    20,
    0,
  )!
  const left = order.slice(0, length).map(({ place }) => place)
  expect([...found.goesLeft.keys()].filter((bin) => found.goesLeft[bin])).toEqual(
    left.toSorted((a, b) => a - b),
  )
  expect(found.gain).toBeCloseTo(Math.max(...gains) - loss(order), 9)
})

test('labels that nothing explains stay unexplained', () => {
  const labels = Uint8Array.from({ length: rowCount }, () => below(2))
  const auc = testedAuc([draw(40, true), draw(12, false)], (row) => labels[row] === 1)
  expect(Math.abs(auc - 0.5)).toBeLessThan(0.06)
})

test('one class alone makes a model that scores all rows alike', () => {
  expect(testedAuc([draw(40, true)], () => true)).toBe(0.5)
})

test('the area under the ROC curve counts pairs, ties by half', () => {
  const scores = Float64Array.of(0.1, 0.4, 0.4, 0.8, 0.8, 0.3)
  const labels = [0, 1, 0, 1, 0, 1]
  let wins = 0
  for (const [i, positive] of labels.entries()) {
    for (const [k, negative] of labels.entries()) {
      if (!positive || negative) continue
      wins += scores[i]! > scores[k]! ? 1 : scores[i] === scores[k] ? 0.5 : 0
    }
  }
  expect(areaUnderRoc(scores, labels)).toBeCloseTo(wins / 9, 12)
})
