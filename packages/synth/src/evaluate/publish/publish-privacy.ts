import { seriesOf } from '../../model/fitted-model.ts'
import { type BudgetPlan, isRowUnit } from '../../model/private/budget.ts'
import { sigmaOfRho } from '../../model/private/privacy-accountant.ts'
import { rhoSpent } from '../../model/private/privacy-ledger.ts'
import { type TotalSpent, totalSpent } from '../../model/private/spent-budget.ts'
import type { PersonalDataScan } from '../evaluation.ts'
import type { BothSides, PrivacyMeasurements } from '../privacy/evaluate-privacy.ts'
import { guaranteeText, totalText } from '../privacy/guarantee.ts'
import { MAX_TARGETS } from '../privacy/neighbors/find-neighbors.ts'
import {
  attackCanFail,
  identifiersFound,
  matchesCanFail,
  type NoisyAttack,
  type NoisyFindings,
  privacyChecks,
} from '../privacy/privacy-checks.ts'
import type { PublishedReport } from '../report.ts'
import { HOLDOUT_ONE_IN, sampledShare } from '../samples.ts'
import { clampShare, type Publishing, release } from './release.ts'

/** Sets the share of the privacy checks' budget for counting exact matches. */
export const MATCHES_SHARE = 0.2

/** Divides the budget's share for privacy checks. */
const PARTS = {
  closest: 0.25,
  matches: MATCHES_SHARE,
  covered: 0.15,
  linked: 0.15,
  guessed: 0.15,
  identifiers: 0.1,
}
/** One row may enter on one side, and another leave because the sample is full or to keep both sides equal. */
const BOTH_SIDES_SENSITIVITY = 2

/**
 * Checks for the buyer: noisy counts in, verdicts out. They are paid at once; what they say can be stated when all that the
 * ledger is for is paid.
 */
export function publishPrivacy(
  publishing: Publishing,
  { closest, matches, counts }: PrivacyMeasurements,
  personalData: PersonalDataScan,
): () => PublishedReport['privacy'] {
  const { plan, ledger } = publishing
  const holdout = certainHoldout(publishing)
  const sampleSize = Math.min(holdout, closest.sampleSize)
  const share = release(publishing, {
    label: 'closest records in the report',
    values: [closest.realShare],
    sensitivity: 2 / sampleSize,
    rho: rhoOfPart(plan, 'closest'),
  })
  const closestRecordShare = clampShare(share.values[0]!)
  const attacks = attacksOf(counts, holdout)
  const made = attacks.filter(({ id, rows }) => attackCanFail(rows, sigmaOfAttack(plan, id)))
  const released = made.map((attack) => releaseAttack(publishing, attack))
  const repeated = releaseMatches(publishing, matches)
  const untested = [
    ...(repeated ? [] : ['exact-matches']),
    ...attacks.filter((attack) => !made.includes(attack)).map(({ id }) => id),
  ]
  const identifiers = releaseIdentifiers(publishing, personalData)
  return () => {
    const rho = { spent: rhoSpent(ledger), budget: plan.rho }
    const own = { rhoSpent: rho.spent, delta: plan.delta }
    const allRuns = totalSpent([...publishing.spentBefore, own])
    return {
      mode: 'private',
      unit: isRowUnit(plan.unit) ? 'row' : 'entity',
      epsilon: plan.epsilon,
      delta: plan.delta,
      rhoBudget: rho.budget,
      rhoSpent: rho.spent,
      allRuns,
      guarantee: guaranteeOf(publishing, allRuns),
      closestRecordShare,
      checks: privacyChecks({
        rho,
        closest: { value: closestRecordShare, sampleSize, sigma: share.sigma },
        matches: repeated,
        attacks: released,
        identifiers,
      }),
      untested,
    }
  }
}

function guaranteeOf({ model, plan, spentBefore }: Publishing, allRuns: TotalSpent | null): string {
  const hasDerivations = model.rules.plan.derivations.length > 0
  const ofRun = guaranteeText(plan, model.schemas, hasDerivations, seriesOf(model)?.plan)
  return spentBefore.length > 0 ? `${ofRun} ${totalText(allRuns)}` : ofRun
}

type Attack = {
  id: NoisyAttack['id']
  label: string
  sides: BothSides
  rows: number
}

/** Lists the attacks that were tried on the twin. */
function attacksOf(
  { covered, linked, guessed }: PrivacyMeasurements['counts'],
  holdout: number,
): Attack[] {
  const targets = Math.min(holdout, MAX_TARGETS)
  const tried: (Omit<Attack, 'sides'> & { sides: BothSides | null })[] = [
    {
      id: 'singling-out',
      label: 'rows singled out in the report',
      sides: covered,
      rows: holdout,
    },
    {
      id: 'linkability',
      label: 'rows linked in the report',
      sides: linked,
      rows: targets,
    },
    {
      id: 'inference',
      label: 'values inferred in the report',
      sides: guessed,
      rows: targets,
    },
  ]
  return tried.flatMap(({ sides, ...attack }) => (sides ? [{ ...attack, sides }] : []))
}

const rhoOfPart = ({ share }: BudgetPlan, part: keyof typeof PARTS): number =>
  PARTS[part] * share.privacyChecks

const PART_OF_ATTACK = {
  'singling-out': 'covered',
  linkability: 'linked',
  inference: 'guessed',
} as const

/** Returns the noise on each side of an attack's counts. */
export const sigmaOfAttack = (plan: BudgetPlan, attack: NoisyAttack['id']): number =>
  sigmaOfRho(rhoOfPart(plan, PART_OF_ATTACK[attack]), BOTH_SIDES_SENSITIVITY)

function releaseAttack(
  publishing: Publishing,
  { id, label, sides: { train, control }, rows }: Attack,
): NoisyAttack {
  const { values, sigma } = release(publishing, {
    label,
    values: [train, control],
    sensitivity: BOTH_SIDES_SENSITIVITY,
    rho: rhoOfPart(publishing.plan, PART_OF_ATTACK[id]),
  })
  return { id, rows, train: values[0]!, control: values[1]!, sigma }
}

/** Publishes how many rows the twin repeats; null, at no cost, where noise would hide any number of them. */
function releaseMatches(
  publishing: Publishing,
  { train, control }: PrivacyMeasurements['matches'],
): NoisyFindings['matches'] {
  const { model, plan } = publishing
  const ratio = HOLDOUT_ONE_IN - 1
  const rows = Math.round(model.total.count * sampledShare(model))
  if (!matchesCanFail(rows, ratio, sigmaOfRho(rhoOfPart(plan, 'matches')))) return null
  const { values, sigma } = release(publishing, {
    label: 'exact matches in the report',
    values: [train, control],
    sensitivity: 1,
    rho: rhoOfPart(plan, 'matches'),
  })
  const together = heldTogether(publishing)
  return { train: values[0]!, control: values[1]!, ratio, rows, sigma, together }
}

/**
 * Publishes the identifier counts. If no column can be compared, nothing was measured and nothing
 * is paid.
 */
function releaseIdentifiers(
  publishing: Publishing,
  personalData: PersonalDataScan,
): NoisyFindings['identifiers'] {
  const found = identifiersFound(personalData)
  if (found.compared.length === 0) return found
  const { values, sigma } = release(publishing, {
    label: 'identifiers in the report',
    values: [found.shared],
    sensitivity: 1,
    rho: rhoOfPart(publishing.plan, 'identifiers'),
  })
  return { ...found, shared: values[0]!, sigma }
}

/**
 * Sets the margin for noise and split, in standard deviations: fewer rows occur once in a billion
 * runs.
 */
const CERTAIN_DEVIATIONS = 6

/** Held-out rows that are there for certain: their true number is not ours to use. */
function certainHoldout(publishing: Publishing): number {
  const { model } = publishing
  const train = Math.max(
    1,
    model.total.count - CERTAIN_DEVIATIONS * Math.sqrt(model.total.variance),
  )
  const expected = train / (HOLDOUT_ONE_IN - 1)
  const deviation = Math.sqrt(heldTogether(publishing) * expected)
  return Math.max(1, expected - CERTAIN_DEVIATIONS * deviation) * sampledShare(model)
}

/** Returns the rows that are held out together, at most: units are held out whole, and so are parts of a series. */
export function heldTogether({ model, plan }: Pick<Publishing, 'model' | 'plan'>): number {
  return Math.max(plan.unit.rows, seriesOf(model)?.heldTogether ?? 1)
}
