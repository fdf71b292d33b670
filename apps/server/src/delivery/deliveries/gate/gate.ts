/**
 * Evaluates a twin against the agreed terms. Each term of the contract and each column of the data
 * contract becomes an item with the wanted and the found value. A delivery that misses one returns
 * to its vendor.
 */
import {
  type DataContract,
  type DataFormat,
  dataFormatLabels,
  type GateItem,
  type MeasuredAccuracy,
  type PrivacyCheck,
  type PrivacyLevel,
  type PublishedReport,
  privacyEpsilons,
  privacyLevelLabels,
} from '@semblance/contract'
import { outcomeOf, outcomesText, qualityScore } from '@semblance/plots'
import type { TableFindings } from '@semblance/synth'
import { columnItems } from './gate-columns.ts'

/** Describes the measurable agreements of the two sides. */
export type Agreed = {
  minAccuracyPercent: number | null
  privacyLevel: PrivacyLevel
  minRecords: number | null
  formats: DataFormat[]
  dataContract: DataContract | null
}

/**
 * Describes the output of a run: each table's published report, the largest first, and the counts
 * from the files.
 */
export type Made = {
  reports: [PublishedReport, ...PublishedReport[]]
  formats: DataFormat[]
  findings: TableFindings[]
}

export function evaluateGate(agreed: Agreed, made: Made): GateItem[] {
  return [
    ...accuracyItem(agreed, made),
    epsilonItem(agreed, made),
    checksItem(made),
    ...recordsItem(agreed, made),
    formatItem(agreed, made),
    ...columnItems(made.findings),
  ]
}

export const passes = (gate: GateItem[]) => gate.every(({ pass }) => pass)

const MAX_SENTENCES = 4

const failedLeads = {
  contract: 'The synthetic dataset is not what was agreed, so the client has not received it.',
  listing: 'The synthetic dataset cannot be listed. What was measured is paid from the source.',
}

/** Describes for the vendor why a delivery is returned. */
export function describeFailedChecks(
  gate: GateItem[],
  purpose: 'contract' | 'listing' = 'contract',
): string {
  const missed = gate.filter(({ pass }) => !pass).map(({ sentence }) => sentence)
  const more = missed.length - MAX_SENTENCES
  return [
    failedLeads[purpose],
    ...missed.slice(0, MAX_SENTENCES),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'point is' : 'points are'} missed.`] : []),
  ].join(' ')
}

type Fidelity = Pick<PublishedReport, 'fidelity'>

/**
 * Returns the quality score of the least faithful table with its interval, from 0 to 100 %: what the
 * gate compares and the price follows.
 */
export function measuredAccuracy(reports: [Fidelity, ...Fidelity[]]): MeasuredAccuracy {
  const { relative, interval } = reports
    .map(({ fidelity }) => fidelity)
    .reduce((least, one) => (one.relative < least.relative ? one : least))
  return {
    tenths: tenthsOf(relative),
    interval: interval && {
      lowTenths: tenthsOf(interval.low),
      highTenths: tenthsOf(interval.high),
    },
  }
}

const tenthsOf = (relative: number) =>
  Math.max(0, Math.min(1000, Math.round(10 * qualityScore({ relative }))))

/** The least faithful table counts: the quality score of its report, in percent. */
function accuracyItem({ minAccuracyPercent: wanted }: Agreed, { reports }: Made): GateItem[] {
  if (wanted === null) return []
  const found = measuredAccuracy(reports).tenths / 10
  const pass = found >= wanted
  return [
    {
      id: 'accuracy',
      label: 'Accuracy (quality score)',
      wanted: `at least ${wanted}%`,
      found: `${found}%`,
      pass,
      sentence: pass
        ? `The accuracy is ${found}%.`
        : `The accuracy is ${found}% instead of at least ${wanted}%.`,
    },
  ]
}

/** The agreed level is stated at this delta. */
const MAX_DELTA = 1e-6

function epsilonItem({ privacyLevel }: Agreed, { reports }: Made): GateItem {
  const wanted = privacyEpsilons[privacyLevel]
  const privacy = reports.map((report) => report.privacy)
  const isFormal = privacy.every(({ epsilon, delta }) => epsilon !== null && delta !== null)
  const epsilon = Math.max(...privacy.map((one) => one.epsilon ?? Number.POSITIVE_INFINITY))
  const pass =
    epsilon <= wanted && privacy.every(({ delta }) => delta !== null && delta <= MAX_DELTA)
  return {
    id: 'privacy-level',
    label: 'Privacy level',
    wanted: privacyLevelLabels[privacyLevel],
    found: isFormal ? `ε = ${epsilon}` : 'no formal guarantee',
    pass,
    sentence: pass
      ? `The privacy level is kept at ε = ${epsilon}.`
      : isFormal
        ? `The twin was made with ε = ${epsilon} instead of at most ${wanted}.`
        : `The twin comes without a formal privacy guarantee, but ε of at most ${wanted} was agreed.`,
  }
}

/** These compare samples under noise, so that an honest twin fails one of them now and then, but hardly ever two. */
const STATISTICAL = ['closest-record', 'exact-matches', 'singling-out', 'linkability', 'inference']
const MISSED_BY_CHANCE = 1

/**
 * Requires the same checks at every level; an inconclusive one neither misses nor passes. Levels differ in epsilon, which holds regardless of the
 * attacks on one twin.
 */
function checksItem({ reports }: Made): GateItem {
  const checks = reports.map(({ privacy }) => privacy.checks)
  const isFailed = (check: PrivacyCheck) => outcomeOf(check) === 'failed'
  const missed = checks.flat().filter(isFailed)
  const pass = checks.every((ofTable) => {
    const failing = ofTable.filter(isFailed)
    return failing.length <= MISSED_BY_CHANCE && failing.every(({ id }) => STATISTICAL.includes(id))
  })
  const found = outcomesText(checks.flat().map(outcomeOf))
  return {
    id: 'privacy-checks',
    label: 'Privacy checks',
    wanted: 'none fails, but for one attack that chance may explain',
    found,
    pass,
    sentence: pass
      ? `Of the privacy checks: ${found}.`
      : `Privacy checks that do not pass: ${[...new Set(missed.map(({ label }) => label))].join('; ')}.`,
  }
}

/** Rows by which noise moves a count at epsilon 1, as far as it hardly ever does. */
const NOISY_ROWS = 300

/**
 * Returns the number of rows by which a twin may miss what was agreed: it has the original's number with noise, so that
 * an original with as many as agreed may come out a little short, and a small one by a larger share.
 */
export const recordsAllowance = (wanted: number, level: PrivacyLevel) =>
  Math.max(0.01 * wanted, Math.min(NOISY_ROWS / privacyEpsilons[level], 0.5 * wanted))

const count = (figure: number) => figure.toLocaleString('en-US')

function recordsItem({ minRecords: wanted, privacyLevel }: Agreed, { reports }: Made): GateItem[] {
  if (wanted === null) return []
  const found = Math.max(...reports.map(({ rows }) => rows.synthetic))
  const pass = found >= wanted - recordsAllowance(wanted, privacyLevel)
  return [
    {
      id: 'records',
      label: 'Records',
      wanted: `about ${count(wanted)} or more`,
      found: count(found),
      pass,
      sentence: pass
        ? `The largest table has ${count(found)} records.`
        : `The largest table has ${count(found)} records instead of ${count(wanted)}.`,
    },
  ]
}

function formatItem({ formats: wanted }: Agreed, { formats }: Made): GateItem {
  const list = (of: DataFormat[]) => of.map((format) => dataFormatLabels[format]).join(', ')
  const missing = wanted.filter((format) => !formats.includes(format))
  const pass = missing.length === 0
  return {
    id: 'format',
    label: 'Data format',
    wanted: list(wanted),
    found: list(formats),
    pass,
    sentence: pass
      ? `The data comes as ${list(wanted)}.`
      : `The data cannot be delivered as ${list(missing)}.`,
  }
}
