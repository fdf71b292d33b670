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
 * classes each; then, where the kind depends on it, the number of different values; then patterns
 * of keys and the size of numbers. What is asked follows from earlier answers alone. Returns a
 * profile for each ballot.
 */
export function voteOnColumns(ballots: Ballot[], voting: Voting): ColumnProfile[] {
  const asked = ballots.filter(({ isFormOpen }) => isFormOpen)
  const shapes = new Map<Ballot, Shape>()
  const shapeRho = partOf(voting, 'classes', asked.length)
  for (const ballot of asked) shapes.set(ballot, voteOnShape(ballot, voting, shapeRho))

  const unsure = asked.filter((ballot) =>
    needsDistinct(ballot.name, shapes.get(ballot)!, ballot.kind),
  )
  const distinctRho = partOf(voting, 'distinct', unsure.length)
  const profiles = ballots.map((ballot) => {
    const shape = shapes.get(ballot) ?? NO_SHAPE
    const distinct = unsure.includes(ballot) ? countDistinct(ballot, voting, distinctRho) : null
    return profileOfShape(ballot.name, shape, distinct, ballot.kind)
  })
  return voteOnDetails(ballots, profiles, voting)
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
function voteOnDetails(
  ballots: Ballot[],
  profiles: ColumnProfile[],
  voting: Voting,
): ColumnProfile[] {
  const wanted = ballots.map((ballot, i): 'pattern' | 'size' | null => {
    const profile = profiles[i]!
    const { kind, identifier } = ballot.kind
      ? { kind: ballot.kind, identifier: profile.recognized?.identifier }
      : inferKind(profile)
    const isMadeUp = kind === 'key' || (kind === 'pii' && (identifier ?? 'other') === 'other')
    if (isMadeUp) return ballot.isPatternOpen ? 'pattern' : null
    const isLong = ballot.isFormOpen && profile.decimals >= MANY_DECIMALS
    return kind === 'number' && isLong ? 'size' : null
  })
  const count = (what: 'pattern' | 'size') => wanted.filter((want) => want === what).length
  const rho = partOf(voting, 'patterns', count('pattern') + count('size'))
  const delta = voting.plan.delta / Math.max(1, count('pattern'))
  return profiles.map((profile, i) => {
    if (wanted[i] === 'size') return withDigits(profile, voteOnSize(ballots[i]!, voting, rho))
    if (wanted[i] !== 'pattern') return profile
    return withMask(profile, voteOnMask(ballots[i]!, voting, rho, delta))
  })
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
  const clear = [...noisy.keys()].filter((digits) => noisy[digits]! > TOLERATED_DEVIATIONS * sigma)
  return clear.at(-1) ?? USUAL_DIGITS
}
