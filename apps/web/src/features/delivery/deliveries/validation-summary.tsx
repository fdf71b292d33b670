import type { GateItem, PublishedReport } from '@semblance/contract'
import { qualityFact, usefulnessFact, usefulnessLabel } from '@semblance/plots'
import { Verdict } from '@/components/blocks/verdict.tsx'
import { CheckTally } from '@/components/viz/check-tally.tsx'
import { count, plural } from '@/lib/format.ts'
import { judgeDelivery, tallyText } from './delivery-verdict.ts'

type ValidationSummaryProps = {
  report: PublishedReport
  gate?: readonly GateItem[] | null
  /** True where the comparison with the original is the vendor's word. */
  isMeasuredByVendor?: boolean
  /** Names what the figures are of, where the delivery has several tables. */
  table?: string
}

/** Opens a report with its verdict in a sentence and the figures it rests on. */
export function ValidationSummary({
  report,
  gate = null,
  isMeasuredByVendor = false,
  table,
}: ValidationSummaryProps) {
  const { fidelity, privacy, rows } = report
  const { tone, sentence, detail, tally } = judgeDelivery({
    report,
    gate,
    isMeasuredByVendor,
    table,
  })
  const budget = budgetText(privacy)
  const guarantee = budget ? budget : 'without a formal guarantee'
  return (
    <section aria-label="Validation summary" className="min-w-0">
      <Verdict
        tone={tone}
        sentence={sentence}
        aside={<span className="text-muted-foreground text-sm">Validation summary</span>}
        figures={[
          qualityFact(fidelity, report.qualityScore),
          {
            label: 'Privacy compliance',
            ...(privacy.checks.length > 0
              ? {
                  value: `${tally.passed} of ${privacy.checks.length}`,
                  note: `${tallyText(tally, rows.synthetic)}; ${guarantee}`,
                  drawing: <CheckTally {...tally} />,
                }
              : { value: 'None', note: `no check was made; ${guarantee}` }),
          },
          { label: usefulnessLabel, ...usefulnessFact(report.usefulness) },
          {
            label: 'Record count',
            value: count(rows.synthetic),
            note: `rows of ${plural(rows.columns, 'column')}, all synthetic`,
          },
        ]}
      >
        {detail}
      </Verdict>
    </section>
  )
}

/** "ε = 3, δ = 1e-6"; null where no guarantee is claimed. */
export function budgetText({
  epsilon,
  delta,
}: Pick<PublishedReport['privacy'], 'epsilon' | 'delta'>): string | null {
  if (epsilon === null || delta === null) return null
  return `ε = ${epsilon}, δ = ${Number(delta.toPrecision(2)).toExponential()}`
}
