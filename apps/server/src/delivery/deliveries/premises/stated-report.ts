/** Words a report that its vendor has made: its figures are the vendor's, and no sentence of it speaks for the platform. */
import {
  type MeasuredReports,
  measuredReports,
  type PrivacyCheck,
  type PublishedReport,
  type ReportPair,
} from '@semblance/contract'
import { checkLabels, statedShape } from './stated-shape.ts'

/** Parses reports as a vendor sends them; each has the form and the checks of the engine's, and figures that can be. */
export function parseStated(sent: unknown) {
  const parsed = measuredReports.safeParse(sent)
  if (!parsed.success) return parsed
  const misfit = statedShape.safeParse(parsed.data)
  return misfit.success ? parsed : misfit
}

/** Returns a vendor's reports in the platform's words. */
export const inOwnWords = (reports: MeasuredReports): MeasuredReports =>
  reports.map(({ name, report }) => ({ name, report: reworded(report) }))

function reworded(report: PublishedReport): PublishedReport {
  const { privacy } = report
  const unit = privacy.unit === 'row' ? 'row' : 'entity with all its rows'
  return {
    ...report,
    pairs: report.pairs.map(rewordPair),
    privacy: {
      ...privacy,
      guarantee: `The vendor states that the twin was measured on its own premises with (ε = ${privacy.epsilon}, δ = ${privacy.delta})-differential privacy for each ${unit}. Semblance added up what the model says it has cost, and has not seen the original.`,
      checks: privacy.checks.map(rewordCheck),
    },
  }
}

const rewordCheck = (check: PrivacyCheck): PrivacyCheck => ({
  ...check,
  label: checkLabels[check.id] ?? check.id,
  detail:
    'Made on the vendor’s premises with the original, which Semblance has not seen. The figures are the vendor’s statement.',
  figure: check.figure && { ...check.figure, text: figureText(check.figure) },
})

function figureText({ value, unit, limit }: NonNullable<PrivacyCheck['figure']>): string {
  const write = (amount: number) =>
    unit === 'share' ? `${(100 * amount).toFixed(1)}%` : amount.toLocaleString('en-US')
  const found = value === null ? 'states only the outcome' : `states ${write(value)}`
  return `The vendor ${found}${limit === null ? '' : `; up to ${write(limit)} is tolerated`}.`
}

function rewordPair(pair: ReportPair): ReportPair {
  const commonest = (shares: number[][]) => {
    const all = shares.flat()
    const place = all.reduce((most, one, i) => (one > (all[most] ?? 0) ? i : most), 0)
    const across = pair.x.labels.length
    const [x, y] = [pair.x.labels[place % across], pair.y.labels[Math.floor(place / across)]]
    return `most often ${y ?? 'none'} with ${x ?? 'none'}`
  }
  return {
    ...pair,
    inWords: { original: commonest(pair.original), synthetic: commonest(pair.synthetic) },
  }
}
