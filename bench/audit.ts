/**
 * Audits private mode as an attacker who knows all rows but one, the canary, and decides from the
 * published results if that row was in the table. Prints one JSON object per epsilon: the claimed
 * guarantee, and the lower bounds (95 % confidence) from many runs with and without the row, by
 * scores on the kinds that votes decide, the columns' marginals, the measured pairs and the twin. Usage: node bench/audit.ts
 * [RUNS of each side, default 4000]
 *
 * Then an attacker asks if a row was there by how near the twin comes to it, in both modes: private mode keeps what it claims,
 * protected mode claims nothing, and its figures are what the attack shows at least.
 *
 * Then prints the shares of verdicts on an attack over simulated twins, honest ones and such that leak 5, 10 and 20 points.
 */
import { parseArgs } from 'node:util'
import { MAX_TARGETS } from '../packages/synth/src/evaluate/privacy/neighbors/find-neighbors.ts'
import { rhoSpent } from '../packages/synth/src/model/private/privacy-ledger.ts'
import { cryptoRandom } from '../packages/synth/src/random/crypto-random.ts'
import {
  type AuditRun,
  auditedTable,
  DELTA,
  fitAudited,
  marginalScore,
  pairScore,
  rhoOfMarginals,
  twinScore,
  voteScore,
} from '../packages/synth/testing/canary-audit.ts'
import { CANARIES, type Canary, distanceScore } from '../packages/synth/testing/distance-audit.ts'
import { epsilonOfDistance, measurePrivacy } from '../packages/synth/testing/measured-privacy.ts'
import { verdictShares } from '../packages/synth/testing/simulated-verdicts.ts'

const EPSILONS = [1, 3, 10]
const SCORES = ['votes', 'marginals', 'pairs', 'twin'] as const

const [given] = parseArgs({ allowPositionals: true }).positionals
const runs = Number(given ?? 4000)
const table = auditedTable(150)
const random = cryptoRandom()

for (const epsilon of EPSILONS) {
  const startedAt = performance.now()
  const { scores, last } = await collect(epsilon)
  const claims = {
    votes: voteScore(true, epsilon, random).rho,
    marginals: rhoOfMarginals(last),
    pairs: rhoSpent(last.ledger),
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

for (const epsilon of [...EPSILONS, null])
  for (const canary of Object.keys(CANARIES) as Canary[]) {
    const [present, absent]: [number[], number[]] = [[], []]
    for (let i = 0; i < runs; i++) {
      present.push(await distanceScore(canary, true, epsilon, random))
      absent.push(await distanceScore(canary, false, epsilon, random))
    }
    const { truePositives, falsePositives, epsilonAtLeast } = measurePrivacy(present, absent, DELTA)
    const mode = epsilon === null ? 'protected' : 'private'
    const figures = {
      truePositives: rounded(truePositives),
      falsePositives: rounded(falsePositives),
      epsilonAtLeast: rounded(epsilonAtLeast),
      isKept: epsilon === null ? null : epsilonAtLeast <= epsilon,
    }
    console.log(JSON.stringify({ benchmark: 'distance', mode, epsilon, canary, runs, ...figures }))
  }

for (const epsilon of EPSILONS)
  for (const rows of [240, 1000, 4000, MAX_TARGETS])
    for (const leak of [0, 0.05, 0.1, 0.2])
      console.log(
        JSON.stringify({
          benchmark: 'verdicts',
          ...{ epsilon, rows, leak },
          shares: verdictShares({ epsilon, rows, leak }, 1000, random) ?? 'not made',
        }),
      )

async function collect(epsilon: number) {
  const scores = { present: emptyScores(), absent: emptyScores() }
  let last: AuditRun | undefined
  for (let i = 0; i < runs; i++) {
    for (const side of ['present', 'absent'] as const) {
      last = await fitAudited(table, side === 'present', epsilon, random)
      scores[side].votes.push(voteScore(side === 'present', epsilon, random).score)
      scores[side].marginals.push(marginalScore(last, table))
      scores[side].pairs.push(pairScore(last, table))
      scores[side].twin.push(twinScore(last, table, random))
    }
  }
  if (!last) throw new Error('Give at least one run.')
  return { scores, last }
}

function emptyScores(): Record<(typeof SCORES)[number], number[]> {
  return { votes: [], marginals: [], pairs: [], twin: [] }
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
