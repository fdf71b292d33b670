import { expect, test } from 'vitest'
import {
  type AuditRun,
  auditedTable,
  DELTA,
  fitAudited,
  marginalScore,
  pairScore,
  rhoOfMarginals,
  voteScore,
} from '../../../testing/canary-audit.ts'
import {
  boundsOf,
  epsilonOfDistance,
  type MeasuredPrivacy,
  measurePrivacy,
} from '../../../testing/measured-privacy.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { rhoOfEpsilonDelta } from './privacy-accountant.ts'
import { rhoSpent } from './privacy-ledger.ts'

const table = auditedTable(150)

type Audit = { marginals: MeasuredPrivacy; pairs: MeasuredPrivacy; run: AuditRun }

/** Fits as often with the canary as without, each time with fresh noise. */
async function audit(epsilon: number, runs: number): Promise<Audit> {
  const random = seededRandom(17)
  const scores = [0, 1].map(() => ({ marginals: [] as number[], pairs: [] as number[] }))
  let last: AuditRun | undefined
  for (let i = 0; i < 2 * runs; i++) {
    last = await fitAudited(table, i % 2 === 1, epsilon, random)
    scores[i % 2]!.marginals.push(marginalScore(last, table))
    scores[i % 2]!.pairs.push(pairScore(last, table))
  }
  const [without, present] = [scores[0]!, scores[1]!]
  return {
    marginals: measurePrivacy(present.marginals, without.marginals, DELTA),
    pairs: measurePrivacy(present.pairs, without.pairs, DELTA),
    run: last!,
  }
}

test('an attacker who knows all but one row learns no more of it than was paid for', async () => {
  const { marginals, pairs, run } = await audit(10, 400)
  const claimed = Math.sqrt(2 * rhoSpent(run.ledger))
  const claimedOfMarginals = Math.sqrt(2 * rhoOfMarginals(run))
  for (const measured of [marginals, pairs]) {
    expect(measured.distance.atLeast).toBeLessThan(claimed)
    expect(measured.epsilonAtLeast).toBeLessThan(10)
    expect(epsilonOfDistance(measured.distance.atLeast, DELTA)).toBeLessThan(10)
  }
  // The best attack on the columns' own counts learns just what they cost: the audit is sharp.
  expect(marginals.distance.atLeast).toBeLessThan(claimedOfMarginals)
  expect(marginals.distance.atMost).toBeGreaterThan(claimedOfMarginals)
})

test('an attacker learns no more of a row from the kinds of columns than the votes paid for', {
  tags: 'long',
}, () => {
  const random = seededRandom(23)
  const runs = Array.from({ length: 400 }, (_, i) => voteScore(i % 2 === 1, 20, random))
  const scores = (side: number) => runs.filter((_, i) => i % 2 === side).map(({ score }) => score)
  const { distance } = measurePrivacy(scores(1), scores(0), DELTA)
  expect(distance.atLeast).toBeLessThan(Math.sqrt(2 * runs[0]!.rho))
})

test('the audit catches an engine with too little noise', async () => {
  const { marginals, pairs } = await audit(20, 150)
  const claimed = Math.sqrt(2 * rhoOfEpsilonDelta(1, DELTA))
  for (const measured of [marginals, pairs]) {
    expect(measured.distance.atLeast).toBeGreaterThan(claimed)
    expect(epsilonOfDistance(measured.distance.atLeast, DELTA)).toBeGreaterThan(1)
  }
})

test.each([
  // Clopper and Pearson's intervals at 95 %.
  [0, 10, 0, 0.3085],
  [5, 10, 0.1871, 0.8129],
  [81, 263, 0.2527, 0.3676],
  [10, 10, 0.6915, 1],
])('%i of %i successes bound the probability as published', (successes, trials, low, high) => {
  const bounds = boundsOf(successes, trials)
  expect(bounds.low).toBeCloseTo(low, 4)
  expect(bounds.high).toBeCloseTo(high, 4)
})
