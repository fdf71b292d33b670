import { expect, test } from 'vitest'
import { verdictShares } from '../../../testing/simulated-verdicts.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { MAX_TARGETS } from './neighbors/find-neighbors.ts'
import {
  attackCanFail,
  identifiersFound,
  matchesCanFail,
  type NoisyFindings,
  privacyChecks,
} from './privacy-checks.ts'

const MATCHES = { train: 40, control: 9, ratio: 4, rows: 8000, sigma: 5, together: 1 }

const NOISY: NoisyFindings = {
  rho: { spent: 0.1, budget: 0.18 },
  closest: { value: 0.512, sampleSize: 2000, sigma: 0.01 },
  matches: MATCHES,
  attacks: [{ id: 'linkability', rows: 2000, train: 220, control: 190, sigma: 8 }],
  identifiers: { compared: ['email'], shared: 3, sigma: 4, expected: 0, inCategories: 0 },
}

const figureOf = (findings: NoisyFindings, id: string) =>
  privacyChecks(findings).find((check) => check.id === id)!.figure

test('a check on few rows under much noise says that it cannot tell, never that it passed', () => {
  const few: NoisyFindings = {
    ...NOISY,
    closest: { value: 0.5, sampleSize: 240, sigma: 0.1 },
    matches: { ...MATCHES, train: 0, control: 0, rows: 960, sigma: 40 },
    attacks: [{ ...NOISY.attacks[0]!, rows: 240, train: 60, control: 50, sigma: 20 }],
  }
  const checks = privacyChecks(few)
  const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
  expect(outcomes).toEqual({
    budget: 'passed',
    'closest-record': 'inconclusive',
    'exact-matches': 'inconclusive',
    linkability: 'inconclusive',
    identifiers: 'passed',
  })
  for (const { id, minimumDetectableEffect: effect } of checks)
    if (outcomes[id] === 'inconclusive') expect(effect, id).toBeGreaterThan(0.1)
})

test('an honest twin hardly ever fails, and a leak of ten points is hardly ever called passed', () => {
  const random = seededRandom(5)
  const telling = { epsilon: 3, rows: 4000 }
  const honest = verdictShares({ ...telling, leak: 0 }, 200, random)!
  expect(honest.failed).toBeLessThan(0.03)
  expect(honest.inconclusive).toBe(0)
  const leaky = verdictShares({ ...telling, leak: 0.1 }, 200, random)!
  expect(leaky.failed).toBeGreaterThan(0.8)
  // Of fewer rows no twin passes.
  for (const leak of [0, 0.1])
    expect(verdictShares({ epsilon: 1, rows: 2000, leak }, 50, random)!.passed).toBe(0)
  expect(verdictShares({ epsilon: 1, rows: 240, leak: 0.5 }, 50, random)).toBeNull()
})

test('as many rows as are attacked get a verdict at epsilon 1, on honest and on leaking twins', () => {
  const random = seededRandom(6)
  const telling = { epsilon: 1, rows: MAX_TARGETS }
  const honest = verdictShares({ ...telling, leak: 0 }, 100, random)!
  expect(honest.inconclusive).toBe(0)
  expect(honest.failed).toBeLessThan(0.04)
  expect(verdictShares({ ...telling, leak: 0.1 }, 100, random)!.failed).toBeGreaterThan(0.7)
})

test('a check that no result could fail is not made', () => {
  // 2.6 deviations of the difference of two noisy counts: 3.7 times the noise.
  expect(attackCanFail(240, 60)).toBe(true)
  expect(attackCanFail(240, 70)).toBe(false)
  expect(matchesCanFail(960, 4, 72)).toBe(true)
  expect(matchesCanFail(960, 4, 73)).toBe(false)
  const checks = privacyChecks({ ...NOISY, matches: null, attacks: [] })
  expect(checks.map(({ id }) => id)).toEqual(['budget', 'closest-record', 'identifiers'])
})

test('every verdict is what its value and limit say', () => {
  const failing: NoisyFindings = {
    ...NOISY,
    rho: { spent: 0.2, budget: 0.18 },
    closest: { ...NOISY.closest, value: 0.6 },
    matches: { ...MATCHES, train: 900 },
    attacks: [{ ...NOISY.attacks[0]!, train: 420 }],
    identifiers: { ...NOISY.identifiers, shared: 90 },
  }
  for (const [findings, passes] of [
    [NOISY, true],
    [failing, false],
  ] as const)
    for (const { id, pass, outcome, figure } of privacyChecks(findings)) {
      expect([pass, outcome], id).toEqual([passes, passes ? 'passed' : 'failed'])
      expect(figure.value! <= figure.limit!, id).toBe(passes)
    }
})

test('an interval grows with the noise, and holds the value', () => {
  const widthOf = (sigma: number) => {
    const attacks = [{ ...NOISY.attacks[0]!, sigma }]
    const { value, interval } = figureOf({ ...NOISY, attacks }, 'linkability')
    expect(interval!.low).toBeLessThan(value!)
    expect(interval!.high).toBeGreaterThan(value!)
    return interval!.high - interval!.low
  }
  // Two independent rates of about a tenth of 2,000 rows: 2 x 1.96 x sqrt(2 x .1025 x .8975 / 2000).
  expect(widthOf(0)).toBeCloseTo(0.0376, 4)
  expect(widthOf(40)).toBeGreaterThan(1.5 * widthOf(0))
  const few = { ...NOISY.attacks[0]!, rows: 20, train: 15, control: 5, sigma: 20 }
  expect(figureOf({ ...NOISY, attacks: [few] }, 'linkability').interval).toEqual({
    low: -1,
    high: 1,
  })
})

test('figures are told in words, with what is ideal and what passes', () => {
  expect(figureOf(NOISY, 'linkability').text).toMatch(
    /^1\.5% lead of rows .* With 95% confidence between -0\.7% and 3\.7%\. Ideal is 0%; up to 2\.9% is tolerated\.$/,
  )
  expect(figureOf(NOISY, 'closest-record').text).toContain('Ideal is 50%')
  expect(figureOf(NOISY, 'budget').text).toBe('Rho 0.1000 of 0.1800 spent.')
})

test('without noise nothing but limits, rounded up, is told of single rows', () => {
  const exact: NoisyFindings = {
    rho: null,
    closest: { ...NOISY.closest, sigma: 0 },
    matches: { ...MATCHES, sigma: 0 },
    attacks: [{ ...NOISY.attacks[0]!, sigma: 0 }],
    identifiers: { ...NOISY.identifiers, sigma: 0, expected: 12 },
  }
  const checks = privacyChecks(exact)
  expect(checks.map(({ id }) => id)).not.toContain('budget')
  for (const { id, figure } of checks.filter((check) => check.id !== 'closest-record')) {
    expect(figure, id).toMatchObject({ value: null, interval: null })
    expect(figure.text, id).toContain('only the verdict')
  }
  expect(figureOf(exact, 'linkability').limit).toBe(0.025)
})

test('a limit that would tell the exact number of rows is left out of a private report', () => {
  const identifiers = { ...NOISY.identifiers, expected: 12.345 }
  const { limit, text } = figureOf({ ...NOISY, identifiers }, 'identifiers')
  expect(limit).toBeNull()
  expect(text).toContain('what chance explains is tolerated')
})

test('of few rows neither value nor limit goes beyond all of them', () => {
  const few = { ...NOISY.attacks[0]!, rows: 20, train: 45, control: 5, sigma: 20 }
  const figure = figureOf({ ...NOISY, attacks: [few] }, 'linkability')
  expect(figure).toMatchObject({ value: 1, limit: 1 })
  expect(figure.text).toContain('up to 100% is tolerated')
})

test('columns whose values many people share are not among those compared', () => {
  const columns = [
    { name: 'email', shared: 2, expected: 0 },
    { name: 'ticket', shared: 5, expected: 4.5 },
    { name: 'first_name', shared: 900, expected: null },
  ]
  const found = identifiersFound({ columns, sharedRows: 7, identifiers: 0, pass: true })
  expect(found).toMatchObject({ compared: ['email', 'ticket'], shared: 7, expected: 4.5, sigma: 0 })
})

test('without a column to compare, nothing is found, and nothing is paid to say so', () => {
  const identifiers = identifiersFound({ columns: [], sharedRows: 0, identifiers: 0, pass: true })
  const [check] = privacyChecks({ ...NOISY, identifiers }).slice(-1)
  expect(check).toMatchObject({ pass: true, figure: { value: 0, interval: null, limit: 0 } })
  expect(check!.detail).toMatch(/^No column holds identifiers/)
})
