import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { type Feature, trainTrees } from './boosted-trees.ts'
import { areaUnderRoc } from './roc.ts'
import { scoreRows } from './score-rows.ts'
import { bestSplit } from './tree-splits.ts'

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
  const histogram = Float64Array.from(steps.flatMap((step) => [step, 10, 40]))
  const split = (ordered: boolean) =>
    bestSplit({ feature: 0, binCount: steps.length, ordered }, histogram, 20, 0)!
  expect([...split(false).goesLeft]).toEqual([0, 1, 0, 1])
  expect(split(true).gain).toBeLessThan(split(false).gain / 2)
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
