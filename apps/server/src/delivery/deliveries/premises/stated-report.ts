/** Words a report that its vendor has made: its figures are the vendor's, and no sentence of it speaks for the platform. */
import {
  columnKinds,
  type MeasuredReports,
  measuredReports,
  type PrivacyCheck,
  type PublishedReport,
  type ReportPair,
} from '@semblance/contract'
import { z } from 'zod'

const labels: Record<string, string> = {
  budget: 'Privacy budget kept',
  'closest-record': 'No closer to the rows it learned from',
  'exact-matches': 'No more exact matches than by chance',
  'singling-out': 'Nobody singled out',
  linkability: 'Separate facts not linked',
  inference: 'Nothing inferred about single rows',
  identifiers: 'No identifiers or free text passed on',
}

const known = z.array(
  z.object({
    report: z.object({
      columns: z.array(z.object({ kind: z.enum(columnKinds) })),
      privacy: z.object({
        mode: z.literal('private'),
        checks: z.array(z.object({ id: z.string().refine((id) => id in labels) })),
        untested: z.array(z.string().refine((id) => id in labels)).optional(),
      }),
    }),
  }),
)

/** Parses reports as a vendor sends them; names of checks and kinds of columns are those that the platform knows. */
export function parseStated(sent: unknown) {
  const parsed = measuredReports.safeParse(sent)
  if (!parsed.success) return parsed
  const misfit = known.safeParse(parsed.data)
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
  label: labels[check.id] ?? check.id,
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
    const place = all.indexOf(Math.max(...all))
    const across = pair.x.labels.length
    const [x, y] = [pair.x.labels[place % across], pair.y.labels[Math.floor(place / across)]]
    return `most often ${y ?? 'none'} with ${x ?? 'none'}`
  }
  return {
    ...pair,
    inWords: { original: commonest(pair.original), synthetic: commonest(pair.synthetic) },
  }
}
