import { addNoise, discreteGaussian } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { type ColumnProfile, inferKind } from '../../schema/infer/infer-column.ts'
import type { OpenFacts } from '../../schema/resolve-column.ts'
import { decideShape, type Shape, TOLERATED_DEVIATIONS } from '../../schema/vote/decide-shape.ts'
import {
  type CommonMask,
  needsDistinct,
  profileOfShape,
  withDigits,
  withMask,
} from '../../schema/vote/profile-of-shape.ts'
import { upperNormalQuantile } from '../private/normal-quantile.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { type PrivacyLedger, spend } from '../private/privacy-ledger.ts'
import type { Tally } from './tally-texts.ts'

/** Describes a column that is voted on. */
export type Ballot = OpenFacts & { name: string; tally: Tally }

/** Describes what the votes of a table may cost a single row, and the unit of its guarantee. */
export type VotingPlan = { rho: number; delta: number; rowsPerUnit: number }

type Voting = { plan: VotingPlan; ledger: PrivacyLedger; random: RandomSource }

/** Sets the shares of the votes' budget for classes of texts, different values and patterns. */
const STAGES = { classes: 0.7, distinct: 0.2, patterns: 0.1 }
/** From this number of decimals on, the size of the numbers limits them. */
const MANY_DECIMALS = 3
/** Digits before the point where no number of them stands out. */
const USUAL_DIGITS = 6

/**
 * Decides by noisy votes what the declarations leave open about columns: one histogram over lexical
 * classes per column; then, where the kind depends on it, the number of different values; then patterns
 * of keys and the size of numbers. Each question follows from earlier answers alone. Returns a
 * profile for each ballot.
 */
export function voteOnColumns(ballots: Ballot[], voting: Voting): ColumnProfile[] {
  const shapeRho = partOf(
    voting,
    'classes',
    countOf(ballots, ({ isFormOpen }) => isFormOpen),
  )
  const shaped = ballots.map((ballot) => ({
    ballot,
    shape: ballot.isFormOpen ? voteOnShape(ballot, voting, shapeRho) : NO_SHAPE,
  }))
  const isUnsure = ({ ballot, shape }: { ballot: Ballot; shape: Shape }) =>
    needsDistinct(ballot.name, shape, ballot.kind)
  const distinctRho = partOf(voting, 'distinct', countOf(shaped, isUnsure))
  const candidates = shaped.map((one): Candidate => {
    const { ballot, shape } = one
    const distinct = isUnsure(one) ? countDistinct(ballot, voting, distinctRho) : null
    return { ballot, profile: profileOfShape(ballot.name, shape, distinct, ballot.kind) }
  })
  return voteOnDetails(candidates, voting)
}

type Candidate = { ballot: Ballot; profile: ColumnProfile }

function countOf<T>(list: T[], isMeant: (one: T) => boolean): number {
  return list.filter(isMeant).length
}

/** Stands for a column whose form is declared. */
const NO_SHAPE: Shape = {
  type: 'undecided',
  nullToken: '',
  filled: 0,
  sigma: 0,
  decimals: 0,
  fixedDecimals: false,
  digits: 0,
  dateFormat: '',
  personal: null,
  text: 'word',
}

function partOf({ plan }: Voting, stage: keyof typeof STAGES, columns: number): number {
  return (STAGES[stage] * plan.rho) / Math.max(1, columns)
}

/** One row is in one class, so one row more changes one count by one. */
function voteOnShape({ name, tally }: Ballot, { ledger, random }: Voting, rho: number): Shape {
  spend(ledger, `kind of ${name}`, rho)
  const sigma = sigmaOfRho(rho)
  return decideShape({ noisy: addNoise(tally.classes(), sigma, random), sigma })
}

/** One row more adds at most one value that none has. */
function countDistinct({ name, tally }: Ballot, { ledger, random }: Voting, rho: number) {
  spend(ledger, `different values of ${name}`, rho)
  const sigma = sigmaOfRho(rho)
  return { noisy: tally.distinct() + discreteGaussian(random, sigma), sigma }
}

/** Asks at most one thing more of each column: the pattern of a key, or the size of a number. */
function voteOnDetails(candidates: Candidate[], voting: Voting): ColumnProfile[] {
  const wanting = candidates.map((candidate) => ({ ...candidate, want: wantOf(candidate) }))
  const patterns = countOf(wanting, ({ want }) => want === 'pattern')
  const sizes = countOf(wanting, ({ want }) => want === 'size')
  const rho = partOf(voting, 'patterns', patterns + sizes)
  const delta = voting.plan.delta / Math.max(1, patterns)
  return wanting.map(({ ballot, profile, want }) => {
    if (want === 'size') return withDigits(profile, voteOnSize(ballot, voting, rho))
    if (want === 'pattern') return withMask(profile, voteOnMask(ballot, voting, rho, delta))
    return profile
  })
}

function wantOf({ ballot, profile }: Candidate): 'pattern' | 'size' | null {
  const { kind, identifier } = ballot.kind
    ? { kind: ballot.kind, identifier: profile.recognized?.identifier }
    : inferKind(profile)
  const isMadeUp = kind === 'key' || (kind === 'pii' && (identifier ?? 'other') === 'other')
  if (isMadeUp) return ballot.isPatternOpen ? 'pattern' : null
  const isLong = ballot.isFormOpen && profile.decimals >= MANY_DECIMALS
  return kind === 'number' && isLong ? 'size' : null
}

/**
 * The patterns come from the data, so one is only named above m + sigma * PhiInv(1 - delta / m), as
 * categories are (see discoverCategories).
 */
function voteOnMask(
  { name, tally }: Ballot,
  { plan, ledger, random }: Voting,
  rho: number,
  delta: number,
): CommonMask | null {
  spend(ledger, `pattern of ${name}`, rho)
  const sigma = sigmaOfRho(rho)
  const least = plan.rowsPerUnit + sigma * upperNormalQuantile(delta / plan.rowsPerUnit)
  let best: CommonMask | null = null
  let all = 0
  for (const [mask, rows] of tally.masks()) {
    const noisy = rows + discreteGaussian(random, sigma)
    if (noisy <= least) continue
    all += noisy
    if (noisy > (best?.rows ?? 0)) best = { mask, rows: noisy }
  }
  return best && best.rows > all / 2 ? best : null
}

/** Returns the digits before the point of the largest usual numbers. */
function voteOnSize({ name, tally }: Ballot, { ledger, random }: Voting, rho: number): number {
  spend(ledger, `size of ${name}`, rho)
  const sigma = sigmaOfRho(rho)
  const noisy = addNoise(tally.sizes(), sigma, random)
  const digits = noisy.findLastIndex((rows) => rows > TOLERATED_DEVIATIONS * sigma)
  return digits < 0 ? USUAL_DIGITS : digits
}
