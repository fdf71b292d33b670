import type { PublishedReport } from '@semblance/contract'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { FactStrip } from '@/components/blocks/fact-strip.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { count, percent, plural } from '@/lib/format.ts'

export function ValidationSummary({ report }: { report: PublishedReport }) {
  const { fidelity, privacy, rows } = report
  const passed = privacy.checks.filter((check) => check.pass).length
  const total = privacy.checks.length
  return (
    <Panel title="Validation summary" flush action={<Verdict passed={passed === total} />}>
      <FactStrip
        large
        className="border-t"
        facts={[
          { label: 'Quality score', value: report.qualityScore.toFixed(1), note: 'of 100' },
          {
            label: 'Privacy compliance',
            value: `${passed} of ${total}`,
            note: `${total === 1 ? 'check' : 'checks'} passed, at ${budgetText(privacy)}`,
          },
          {
            label: 'Synthetic accuracy',
            value: percent(fidelity.relative),
            note: `of a fresh real sample (${percent(fidelity.overall)} raw, ${percent(fidelity.ceiling)} is the ceiling)`,
          },
          {
            label: 'Record count',
            value: count(rows.synthetic),
            note: `rows of ${plural(rows.columns, 'column')}`,
          },
        ]}
      />
    </Panel>
  )
}

function Verdict({ passed }: { passed: boolean }) {
  return passed ? (
    <span className="inline-flex items-center gap-1.5 font-medium text-sm text-st-success-fg">
      <CircleCheck className="size-4" aria-hidden />
      Passes every privacy check
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 font-medium text-sm text-st-warn-fg">
      <CircleAlert className="size-4" aria-hidden />
      Not every privacy check passes
    </span>
  )
}

/** "ε = 3, δ = 1e-6" */
export function budgetText({
  epsilon,
  delta,
}: Pick<PublishedReport['privacy'], 'epsilon' | 'delta'>) {
  return `ε = ${epsilon}, δ = ${Number(delta.toPrecision(2)).toExponential()}`
}
