import { expect, test } from 'vitest'
import { casesOf } from '../../../testing/test-length.ts'
import { discreteGaussian } from '../../random/discrete-gaussian.ts'
import { uniform } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { agreementOf, meanDistance, seenDistance } from './noisy-distance.ts'

const ROWS = 10_000
const random = seededRandom(1)

/** Counts of `cells` cells that are about as different as those of real tables. */
function someCounts(cells: number): Float64Array {
  const weights = Float64Array.from({ length: cells }, () => uniform(random) ** 4)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => Math.round((weight / sum) * ROWS))
}

const noiseOf = (cells: number, sigma: number) =>
  Float64Array.from({ length: cells }, () => discreteGaussian(random, sigma))

/** The share of rows that agree, exactly. */
const exact = (original: Float64Array, twin: Float64Array) =>
  1 - original.reduce((sum, count, i) => sum + Math.abs(count - twin[i]!), 0) / (2 * ROWS)

type Drawn = (original: Float64Array, noise: Float64Array) => Float64Array
const plus = (a: Float64Array, b: Float64Array, times: number) => a.map((x, i) => x + times * b[i]!)

type Twin = [how: string, drawn: Drawn]

const usualTwins: Twin[] = [
  ['is the original', (original) => original],
  [
    'follows the noise where there are rows, as a drawn twin does',
    (original, noise) => original.map((count, i) => count + (count > 100 ? noise[i]! : 0)),
  ],
  ['goes against the noise', (original, noise) => plus(original, noise, -1)],
]
const otherTwins: Twin[] = [
  ['was drawn without the noise', (original) => plus(original, noiseOf(original.length, 60), 1)],
  ['follows the noise', (original, noise) => plus(original, noise, 1)],
  ['follows half the noise', (original, noise) => plus(original, noise, 0.5)],
  ['goes further than the noise', (original, noise) => plus(original, noise, 2)],
  ['is of something else', (original) => someCounts(original.length)],
]

test.each(casesOf(usualTwins, otherTwins))(
  'the interval holds where a twin %s',
  { tags: 'scaled' },
  (_, twinOf) => {
    for (const [cells, sigma] of [
      [4, 20],
      [100, 20],
      [100, 5],
    ] as const) {
      let missed = 0
      for (let i = 0; i < 100; i++) {
        const truths: number[] = []
        const seen = Array.from({ length: 10 }, () => {
          const original = someCounts(cells)
          const noise = noiseOf(cells, sigma)
          const twin = twinOf(original, noise)
          truths.push(exact(original, twin))
          return seenDistance(
            {
              noisy: plus(original, noise, 1),
              variances: new Float64Array(cells).fill(sigma ** 2),
              twin,
              isIndependent: true,
            },
            { measured: ROWS, variance: 0, twin: ROWS },
          )
        })
        const truth = truths.reduce((sum, value) => sum + value, 0) / truths.length
        const { low, high } = agreementOf(meanDistance(seen))
        if (truth < low - 1e-9 || truth > high + 1e-9) missed++
      }
      // 5 % of 100, and three deviations.
      expect(missed).toBeLessThanOrEqual(11)
    }
  },
)

test('noise is taken out of the value: of the original it is all, of others what it is', () => {
  const original = someCounts(100)
  const compare = (twin: Float64Array) =>
    agreementOf(
      seenDistance(
        {
          noisy: plus(original, noiseOf(100, 10), 1),
          variances: new Float64Array(100).fill(100),
          twin,
          isIndependent: true,
        },
        { measured: ROWS, variance: 0, twin: ROWS },
      ),
    )
  expect(compare(original).value).toBeGreaterThan(0.97)
  const other = someCounts(100)
  expect(compare(other).value).toBeCloseTo(exact(original, other), 1)
})

test('what noise moves by more than a tenth is not told', () => {
  const original = someCounts(100)
  const cells = {
    noisy: plus(original, noiseOf(100, 60), 1),
    variances: new Float64Array(100).fill(3600),
    twin: original,
    isIndependent: true,
  }
  const { value, low, high } = agreementOf(
    seenDistance(cells, { measured: ROWS, variance: 0, twin: ROWS }),
  )
  expect(value).toBeNull()
  expect(low).toBeLessThan(0.8)
  expect(high).toBe(1)
})

test('without noise the figure is exact', () => {
  const [original, twin] = [someCounts(12), someCounts(12)]
  const cells = { noisy: original, variances: new Float64Array(12), twin, isIndependent: true }
  const { value, low, high } = agreementOf(
    seenDistance(cells, { measured: ROWS, variance: 0, twin: ROWS }),
  )
  for (const share of [value!, low, high]) expect(share).toBeCloseTo(exact(original, twin), 12)
})

test('a model that states no bound of its noise shows nothing', () => {
  const original = someCounts(4)
  const variances = Float64Array.of(1, 1, Number.POSITIVE_INFINITY, 1)
  const cells = { noisy: original, variances, twin: original, isIndependent: true }
  const rows = { measured: ROWS, variance: 0, twin: ROWS }
  expect(agreementOf(seenDistance(cells, rows))).toEqual({ value: null, low: 0, high: 1 })
})
