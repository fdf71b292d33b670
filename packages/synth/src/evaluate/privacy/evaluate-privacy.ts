import { seededRandom } from '../../random/seeded-random.ts'
import type { Attack, PersonalDataScan, PrivacyEvaluation } from '../evaluation.ts'
import { firstRows, type TableSample } from '../table-sample.ts'
import { evaluateAttacks, type TriedAttack } from './attack-risk.ts'
import { type ClosestRecord, closestRecord, evaluateDistances } from './closest-record.ts'
import { distanceSpace } from './distance-space.ts'
import { type ExactMatches, exactMatches } from './exact-matches.ts'
import { type Inferences, inferenceAttacks, inferSecrets } from './inference-attack.ts'
import { countLinked, linkability } from './linkability.ts'
import { membership, outlierMembership } from './membership.ts'
import { nearestBoth } from './nearest.ts'
import { findNeighbors } from './neighbors.ts'
import { indexTable } from './predicates.ts'
import { coveredRows, jointPredicates, simplePredicates, singlingOut } from './singling-out.ts'

export const MAX_TARGETS = 2000
const MAX_TWIN_ROWS = 20_000
/** Bounds what attacks on wide tables may take: most targets of both sides x twin rows x columns. */
const MAX_STEPS = 1.5e9
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
  const closest = closestRecord(train, holdout, twin)
  const neighboring = attackByNeighbors(tables, names)
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
    closest,
    matches: exactMatches(train, holdout, twin),
    attacks: evaluateAttacks([...isolating, ...neighboring.attacks]),
    counts: { ...neighboring.counts, covered },
  }
}

type Neighboring = {
  attacks: TriedAttack[]
  counts: Pick<PrivacyMeasurements['counts'], 'targets' | 'linked' | 'guessed'>
}

function attackByNeighbors({ train, holdout, twin }: Tables, names: string[]): Neighboring {
  const width = twin.columns.length
  const targets = Math.min(MAX_TARGETS, train.rowCount, holdout.rowCount)
  const twinRows = Math.min(MAX_TWIN_ROWS, Math.ceil(MAX_STEPS / (2 * MAX_TARGETS * width)))
  const found = firstRows(twin, twinRows)
  const space = distanceSpace(found)
  const points = space.place(found)
  const [learned, unseen] = [train, holdout].map((table) => {
    const rows = firstRows(table, targets)
    const placed = space.place(rows)
    return { targets: rows, placed, neighbors: findNeighbors(placed, points) }
  }) as [Side, Side]
  const others = nearestBoth(learned.placed, unseen.placed)
  const [toLearned, toUnseen] = [learned, unseen].map(({ neighbors }) => neighbors.distances)
  const attacks = [
    membership(toLearned!, toUnseen!),
    outlierMembership(
      { toTwin: toLearned!, toOthers: others.first },
      { toTwin: toUnseen!, toOthers: others.ofReal },
    ),
  ]
  if (width < 2) return { attacks, counts: { targets, linked: null, guessed: null } }
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

type Side = {
  targets: TableSample
  placed: ReturnType<ReturnType<typeof distanceSpace>['place']>
  neighbors: ReturnType<typeof findNeighbors>
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
  const verdicts = [
    distances.closestShare.pass,
    distances.exactMatches.pass,
    personalData?.pass ?? true,
    ...attacks.map(({ pass }) => pass),
  ]
  return { distances, attacks, personalData, pass: verdicts.every((pass) => pass) }
}
