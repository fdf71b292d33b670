/**
 * Audits private mode as an attacker would, who knows every row but one and tells from what was published whether that
 * one was there. Prints one JSON object per epsilon: what was claimed, and what many runs with and without the row
 * show at least (95 %), by scores on the columns' own counts, on the whole model and on the twin.
 *
 * node bench/audit.ts [RUNS of each side, default 4000]
 */
import { parseArgs } from 'node:util'
import { rhoSpent } from '../packages/synth/src/fit/ledger.ts'
import { cryptoRandom } from '../packages/synth/src/rng/crypto-random.ts'
import {
  type AuditRun,
  auditedTable,
  DELTA,
  fitAudited,
  marginalScore,
  modelScore,
  rhoOfMarginals,
  twinScore,
} from '../packages/synth/testing/canary-audit.ts'
import { epsilonOfDistance, measurePrivacy } from '../packages/synth/testing/measured-privacy.ts'

const EPSILONS = [1, 3, 10]
const SCORES = ['marginals', 'model', 'twin'] as const

const [given] = parseArgs({ allowPositionals: true }).positionals
const runs = Number(given ?? 4000)
const table = auditedTable(150)
const random = cryptoRandom()

for (const epsilon of EPSILONS) {
  const startedAt = performance.now()
  const { scores, last } = await collect(epsilon)
  const claims = {
    marginals: rhoOfMarginals(last),
    model: rhoSpent(last.ledger),
    twin: rhoSpent(last.ledger),
  }
  const attacks = SCORES.map((name) => {
    const measured = measurePrivacy(scores.present[name], scores.absent[name], DELTA)
    const { truePositives, falsePositives, epsilonAtLeast, distance } = measured
    return {
      score: name,
      truePositives: rounded(truePositives),
      falsePositives: rounded(falsePositives),
      epsilonAtLeast: rounded(epsilonAtLeast),
      gaussianEpsilonAtLeast: rounded(epsilonOfDistance(distance.atLeast, DELTA)),
      distance: [distance.atLeast, distance.atMost].map(rounded),
      claimedDistance: rounded(Math.sqrt(2 * claims[name])),
      isKept: distance.atLeast <= Math.sqrt(2 * claims[name]) && epsilonAtLeast <= epsilon,
    }
  })
  const seconds = rounded((performance.now() - startedAt) / 1000)
  console.log(JSON.stringify({ benchmark: 'audit', epsilon, delta: DELTA, runs, seconds, attacks }))
}

async function collect(epsilon: number) {
  const scores = { present: emptyScores(), absent: emptyScores() }
  let last: AuditRun | undefined
  for (let i = 0; i < runs; i++) {
    for (const side of ['present', 'absent'] as const) {
      last = await fitAudited(table, side === 'present', epsilon, random)
      scores[side].marginals.push(marginalScore(last, table))
      scores[side].model.push(modelScore(last, table))
      scores[side].twin.push(twinScore(last, table, random))
    }
  }
  if (!last) throw new Error('Give at least one run.')
  return { scores, last }
}

function emptyScores(): Record<(typeof SCORES)[number], number[]> {
  return { marginals: [], model: [], twin: [] }
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
