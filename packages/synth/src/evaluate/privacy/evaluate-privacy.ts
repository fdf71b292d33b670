import { worstOutcome } from '@semblance/plots'
import { seededRandom } from '../../random/seeded-random.ts'
import type { Attack, PersonalDataScan, PrivacyEvaluation } from '../evaluation.ts'
import { firstRows, type TableSample } from '../table-sample.ts'
import { evaluateAttacks, type TriedAttack } from './attack-risk.ts'
import { type ClosestRecord, closestRecord, evaluateDistances } from './closest-record.ts'
import { type ExactMatches, exactMatches } from './exact-matches.ts'
import { type Inferences, inferenceAttacks, inferSecrets } from './inference-attack.ts'
import { countLinked, linkability } from './linkability.ts'
import { membership, outlierMembership } from './membership.ts'
import { type BothNeighbors, neighborsOfBothSides } from './neighbors/find-neighbors.ts'
import { indexTable } from './predicates.ts'
import { coveredRows, jointPredicates, simplePredicates, singlingOut } from './singling-out.ts'

/** Seeds the attacker's random choices, not the engine's: knowing it reveals nothing of the original. */
const ATTACK_SEED = 20_261_121

/** Holds the train and the control side of a count, over equally many rows of each. */
export type BothSides = { train: number; control: number }

/**
 * Describes the measured figures. The counts change by a known number with one row of the original,
 * because each row counts depending on itself and the twin alone; `attacks` do not.
 */
export type PrivacyMeasurements = {
  closest: ClosestRecord
  matches: ExactMatches
  attacks: Attack[]
  counts: {
    targets: number
    linked: BothSides | null
    /** Secrets guessed right per target: their mean over columns, summed over targets. */
    guessed: BothSides | null
    /** Rows under a predicate that matches one synthetic row. */
    covered: BothSides & { rows: number }
  }
}

type Tables = { train: TableSample; holdout: TableSample; twin: TableSample }

/**
 * Simulates attacks on training rows and on equally many held-out rows. Samples are in random
 * order.
 */
export function measurePrivacy(tables: Tables, names: string[]): PrivacyMeasurements {
  const { train, holdout, twin } = tables
  const both = neighborsOfBothSides(train, holdout, twin)
  const neighboring = attackByNeighbors(both, names)
  const random = seededRandom(ATTACK_SEED)
  const rows = Math.min(train.rowCount, holdout.rowCount)
  const [learned, unseen] = [train, holdout].map((table) => indexTable(firstRows(table, rows)))
  const indexedTwin = indexTable(twin)
  const simple = simplePredicates(indexedTwin, random)
  const joint = jointPredicates(indexedTwin, random)
  const isolating = [
    ...(simple.length > 0 ? [singlingOut('singling-out', simple, learned!, unseen!)] : []),
    ...(joint.length > 0 ? [singlingOut('singling-out-joint', joint, learned!, unseen!)] : []),
  ]
  const predicates = [...simple, ...joint]
  const covered = {
    rows,
    train: coveredRows(predicates, learned!),
    control: coveredRows(predicates, unseen!),
  }
  return {
    closest: closestRecord(both.learned.neighbors, both.unseen.neighbors),
    matches: exactMatches(train, holdout, twin),
    attacks: evaluateAttacks([...isolating, ...neighboring.attacks]),
    counts: { ...neighboring.counts, covered },
  }
}

type Neighboring = {
  attacks: TriedAttack[]
  counts: Pick<PrivacyMeasurements['counts'], 'targets' | 'linked' | 'guessed'>
}

function attackByNeighbors(
  { space, found, learned, unseen }: BothNeighbors,
  names: string[],
): Neighboring {
  const targets = learned.targets.rowCount
  const [ofLearned, ofUnseen] = [learned.neighbors, unseen.neighbors]
  const attacks = [
    membership(ofLearned.distances, ofUnseen.distances),
    outlierMembership(ofLearned, ofUnseen),
  ]
  if (found.columns.length < 2) return { attacks, counts: { targets, linked: null, guessed: null } }
  const guesses = inferSecrets([...space.ranked, ...space.coded], found, learned, unseen)
  return {
    attacks: [
      linkability(learned.neighbors, unseen.neighbors),
      ...inferenceAttacks(guesses, targets, names),
      ...attacks,
    ],
    counts: {
      targets,
      linked: { train: countLinked(learned.neighbors), control: countLinked(unseen.neighbors) },
      guessed: { train: meanGuessed(guesses, 'train'), control: meanGuessed(guesses, 'control') },
    },
  }
}

function meanGuessed(guesses: Inferences[], side: 'train' | 'control'): number {
  return guesses.reduce((sum, guess) => sum + guess[side], 0) / guesses.length
}

/** Judges the measured privacy. */
export function evaluatePrivacy(
  { closest, matches, attacks }: PrivacyMeasurements,
  personalData: PersonalDataScan | null,
): PrivacyEvaluation {
  const distances = evaluateDistances(closest, matches)
  const outcome = worstOutcome([
    distances.closestShare.outcome,
    distances.exactMatches.outcome,
    personalData?.pass === false ? 'failed' : 'passed',
    ...attacks.map((attack) => attack.outcome),
  ])
  return { distances, attacks, personalData, outcome }
}
