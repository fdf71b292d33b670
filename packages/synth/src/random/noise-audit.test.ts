import { expect, test } from 'vitest'
import { addNoise, withNoise } from './discrete-gaussian.ts'
import { seededRandom } from './seeded-random.ts'

/** Cells of a chi-square test hold at least this many expected draws. */
const MIN_EXPECTED = 20

/** P(X = x) of the discrete Gaussian, by its definition, from -limit to limit. */
function exactProbabilities(sigma: number, limit: number): number[] {
  const weights = Array.from({ length: 2 * limit + 1 }, (_, i) =>
    Math.exp(-((i - limit) ** 2) / (2 * sigma * sigma)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/** Pearson's statistic of draws against probabilities, neighboring cells pooled until enough is expected, in deviations from its mean. */
function chiSquareDeviations(draws: Float64Array, sigma: number): number {
  const limit = Math.ceil(12 * sigma) + 2
  const counts = new Float64Array(2 * limit + 1)
  for (const draw of draws) counts[draw + limit]!++
  let [statistic, cells, observed, expected] = [0, 0, 0, 0]
  const probabilities = exactProbabilities(sigma, limit)
  let left = draws.length
  for (const [i, probability] of probabilities.entries()) {
    observed += counts[i]!
    expected += probability * draws.length
    if (expected < MIN_EXPECTED || left - expected < MIN_EXPECTED) continue
    statistic += (observed - expected) ** 2 / expected
    left -= expected
    cells++
    ;[observed, expected] = [0, 0]
  }
  statistic += (observed - expected) ** 2 / expected
  return (statistic - cells) / Math.sqrt(2 * cells)
}

test.each([0.4, 1, 2.5, 7.3, 40])(
  'noise of sigma %f has the probabilities of the discrete Gaussian',
  (sigma) => {
    const draws = addNoise(new Float64Array(100_000), sigma, seededRandom(21))
    expect(Math.abs(chiSquareDeviations(draws, sigma))).toBeLessThan(4)
  },
)

test.each([0.9, 0.97, 1.03, 1.1])(
  'the test tells noise whose sigma is %f times as large',
  (factor) => {
    const draws = addNoise(new Float64Array(100_000), 2.5 * factor, seededRandom(21))
    expect(chiSquareDeviations(draws, 2.5)).toBeGreaterThan(4)
  },
)

/** Pearson's r of two sequences. */
function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - meanA) * (b[i]! - meanB)
    aa += (a[i]! - meanA) ** 2
    bb += (b[i]! - meanB) ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

test('the noise of one cell says nothing of any other, nor of the count it hides', () => {
  const cells = 60_000
  const counts = Float64Array.from({ length: cells }, (_, i) => (i * 7919) % 1000)
  const noise = addNoise(counts, 6, seededRandom(4)).map((noisy, i) => noisy - counts[i]!)
  const limit = 4 / Math.sqrt(cells)
  for (const lag of [1, 2, 3, 10, 97]) {
    const [own, other] = [noise.subarray(0, cells - lag), noise.subarray(lag)]
    expect(Math.abs(correlation(own, other)), `lag ${lag}`).toBeLessThan(limit)
    const squares = (values: Float64Array) => values.map((v) => v * v)
    expect(Math.abs(correlation(squares(own), squares(other))), `lag ${lag}`).toBeLessThan(limit)
  }
  expect(Math.abs(correlation(noise, counts))).toBeLessThan(limit)
})

test('noise on a figure that is not a count has the declared sigma too', () => {
  const random = seededRandom(9)
  const draws = Float64Array.from({ length: 40_000 }, () => withNoise(0.25, 0.003, random) - 0.25)
  const variance = draws.reduce((sum, draw) => sum + draw * draw, 0) / draws.length
  expect(Math.abs(variance / 0.003 ** 2 - 1)).toBeLessThan(4 * Math.sqrt(2 / draws.length))
})
