import { seriesOf } from '../../model/fitted-model.ts'
import { isRowUnit } from '../../model/private/budget.ts'
import { rhoSpent } from '../../model/private/privacy-ledger.ts'
import { type TotalSpent, totalSpent } from '../../model/private/spent-budget.ts'
import type { PersonalDataScan } from '../evaluation.ts'
import type { BothSides, PrivacyMeasurements } from '../privacy/evaluate-privacy.ts'
import { guaranteeText, totalText } from '../privacy/guarantee.ts'
import { MAX_TARGETS } from '../privacy/neighbors.ts'
import {
  identifiersFound,
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
  const { model, plan, ledger } = publishing
  const holdout = certainHoldout(publishing)
  const sampleSize = Math.min(holdout, closest.sampleSize)
  const share = release(publishing, {
    label: 'closest records in the report',
    values: [closest.realShare],
    sensitivity: 2 / sampleSize,
    rho: PARTS.closest * plan.share.privacyChecks,
  })
  const closestRecordShare = clampShare(share.values[0]!)
  const attacks = releaseAttacks(publishing, counts, holdout)
  const repeated = release(publishing, {
    label: 'exact matches in the report',
    values: [matches.train, matches.control],
    sensitivity: 1,
    rho: PARTS.matches * plan.share.privacyChecks,
  })
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
        matches: {
          train: repeated.values[0]!,
          control: repeated.values[1]!,
          ratio: HOLDOUT_ONE_IN - 1,
          rows: Math.round(model.total.count * sampledShare(model)),
          sigma: repeated.sigma,
          together: heldTogether(publishing),
        },
        attacks,
        identifiers,
      }),
    }
  }
}

function guaranteeOf({ model, plan, spentBefore }: Publishing, allRuns: TotalSpent | null): string {
  const hasDerivations = model.rules.plan.derivations.length > 0
  const ofRun = guaranteeText(plan, model.schemas, hasDerivations, seriesOf(model)?.plan)
  return spentBefore.length > 0 ? `${ofRun} ${totalText(allRuns)}` : ofRun
}

/** Publishes how often each attack on the twin succeeded; one that was not tried costs nothing. */
function releaseAttacks(
  publishing: Publishing,
  { covered, linked, guessed }: PrivacyMeasurements['counts'],
  holdout: number,
): NoisyAttack[] {
  const targets = Math.min(holdout, MAX_TARGETS)
  const attacks: NoisyAttack[] = [
    {
      ...releaseSides(publishing, 'rows singled out in the report', 'covered', covered),
      id: 'singling-out',
      rows: holdout,
    },
  ]
  if (linked)
    attacks.push({
      ...releaseSides(publishing, 'rows linked in the report', 'linked', linked),
      id: 'linkability',
      rows: targets,
    })
  if (guessed)
    attacks.push({
      ...releaseSides(publishing, 'values inferred in the report', 'guessed', guessed),
      id: 'inference',
      rows: targets,
    })
  return attacks
}

function releaseSides(
  publishing: Publishing,
  label: string,
  part: keyof typeof PARTS,
  { train, control }: BothSides,
): BothSides & { sigma: number } {
  const { values, sigma } = release(publishing, {
    label,
    values: [train, control],
    sensitivity: BOTH_SIDES_SENSITIVITY,
    rho: PARTS[part] * publishing.plan.share.privacyChecks,
  })
  return { train: values[0]!, control: values[1]!, sigma }
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
    rho: PARTS.identifiers * publishing.plan.share.privacyChecks,
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

/** Rows that are held out together, at most: units are held out whole, and so are parts of a series. */
function heldTogether({ model, plan }: Publishing): number {
  return Math.max(plan.unit.rows, seriesOf(model)?.heldTogether ?? 1)
}
