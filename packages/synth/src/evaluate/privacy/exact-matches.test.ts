import { expect, test } from 'vitest'
import { planBudget } from '../../model/private/budget.ts'
import { sigmaOfRho } from '../../model/private/privacy-accountant.ts'
import { addNoise } from '../../random/discrete-gaussian.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { MATCHES_SHARE } from '../publish/publish-privacy.ts'
import type { TableSample } from '../table-sample.ts'
import { type ExactMatches, exactMatches, matchTolerance } from './exact-matches.ts'
import { privacyChecks } from './privacy-checks.ts'

/** Rows that are all different; those of another `series` are others. */
function distinctRows(rowCount: number, series: number): TableSample {
  const numbers = Float64Array.from({ length: rowCount }, (_, row) => 3 * row + series)
  const codes = Int32Array.from({ length: rowCount }, (_, row) => row % 5)
  return {
    rowCount,
    columns: [
      { type: 'continuous', values: numbers },
      { type: 'category', values: codes, codeCount: 5 },
    ],
  }
}

/** A twin of rows of its own, the first `copied` of which are rows of the original. */
function twinCopying(original: TableSample, copied: number, rowCount: number): TableSample {
  const twin = distinctRows(rowCount, 2)
  twin.columns.forEach(({ values }, j) => {
    values.set(original.columns[j]!.values.subarray(0, copied))
  })
  return twin
}

/** The buyer's verdict at epsilon 3, with a draw of its noise. */
function buyersVerdict(found: ExactMatches, seed: number) {
  const rho = MATCHES_SHARE * planBudget(3, 1e-6).share.privacyChecks
  const sigma = sigmaOfRho(rho)
  const noisy = addNoise(Float64Array.of(found.train, found.control), sigma, seededRandom(seed))
  const checks = privacyChecks({
    rho: null,
    closest: { value: 0.5, sampleSize: 1000, sigma: 0 },
    matches: { train: noisy[0]!, control: noisy[1]!, ratio: 4, rows: 4000, sigma, together: 1 },
    attacks: [],
    identifiers: { compared: [], shared: 0, sigma: 0, expected: 0, inCategories: 0 },
  })
  return checks.find(({ id }) => id === 'exact-matches')!
}

test('rows are equal if all their values are, missing ones and zeros of either sign alike', () => {
  const one = (number: number, code: number): TableSample => ({
    rowCount: 1,
    columns: [
      { type: 'continuous', values: Float64Array.of(number) },
      { type: 'category', values: Int32Array.of(code), codeCount: 3 },
    ],
  })
  const matches = (a: TableSample, b: TableSample) => exactMatches(a, a, b).train
  expect(matches(one(Number.NaN, 1), one(Number.NaN, 1))).toBe(1)
  expect(matches(one(0, 1), one(-0, 1))).toBe(1)
  expect(matches(one(0, 1), one(0, 2))).toBe(0)
  expect(matches(one(1e15, -1), one(1e15 + 1, -1))).toBe(0)
})

test.each([1, 4])(
  'an honest twin fails in fewer than one run of a thousand; %i rows learned for one held out',
  (ratio) => {
    const learned = ratio / (1 + ratio)
    for (let repeated = 1; repeated < 1500; repeated++) {
      let falseAlarm = 0
      // The binomial probability of so many learned rows among the repeated, by its logarithm.
      let log = repeated * Math.log(learned)
      for (let train = repeated; train >= 0; train--) {
        const control = repeated - train
        if (train - ratio * control <= matchTolerance({ train, control, ratio })) break
        falseAlarm += Math.exp(log)
        log += Math.log(((1 - learned) / learned) * (train / (control + 1)))
      }
      expect(falseAlarm, `${repeated} rows repeated`).toBeLessThan(1e-3)
    }
  },
)

test('noise does not make an honest twin fail, nor a twin that copies one row of a hundred pass', () => {
  const [train, control] = [distinctRows(40_000, 0), distinctRows(10_000, 1)]
  const honest = distinctRows(50_000, 2)
  const copying = twinCopying(train, 500, 50_000)
  const seeds = Array.from({ length: 300 }, (_, seed) => seed)
  const passed = (twin: TableSample) => {
    const found = exactMatches(train, control, twin)
    return seeds.filter((seed) => buyersVerdict(found, seed).pass).length
  }
  expect(passed(honest)).toBeGreaterThan(298)
  expect(passed(copying)).toBeLessThan(15)
})

test('of a small table the exact count finds one copy in a hundred, and the noisy one says what it cannot', () => {
  const [train, control] = [distinctRows(4000, 0), distinctRows(1000, 1)]
  const matches = exactMatches(train, control, twinCopying(train, 50, 5000))
  expect(matches).toEqual({ train: 50, control: 0, ratio: 4 })
  expect(matches.train).toBeGreaterThan(matchTolerance(matches))
  const { pass, detail } = buyersVerdict({ train: 0, control: 0, ratio: 4 }, 1)
  expect(pass).toBe(true)
  expect(Number(/up to (\d+) of 4000 copied/.exec(detail)![1])).toBeGreaterThan(50)
})
