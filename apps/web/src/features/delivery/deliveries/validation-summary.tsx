import type { PublishedReport } from '@semblance/contract'
import {
  type Outcome,
  outcomeOf,
  outcomesText,
  qualityFact,
  qualityScoreMeaning,
  usefulnessFact,
  usefulnessLabel,
  worstOutcome,
} from '@semblance/plots'
import { CircleAlert, CircleCheck, type LucideIcon, ShieldAlert } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { cn } from '@/lib/cn.ts'
import { count, percent } from '@/lib/format.ts'

type Privacy = PublishedReport['privacy']

type ValidationSummaryProps = {
  report: PublishedReport
  /** True where the comparison with the original is the vendor's word. */
  isMeasuredByVendor?: boolean
}

export function ValidationSummary({ report, isMeasuredByVendor = false }: ValidationSummaryProps) {
  const { fidelity, privacy, rows } = report
  const outcomes = privacy.checks.map(outcomeOf)
  const passed = outcomes.filter((outcome) => outcome === 'passed').length
  const budget = budgetText(privacy)
  const guarantee =
    budget && (isMeasuredByVendor ? `the vendor states: ${budget}` : `guaranteed: ${budget}`)
  return (
    <Panel
      title="Validation summary"
      flush
      action={<Verdict {...{ outcomes, privacy, isMeasuredByVendor }} />}
    >
      <DescriptionStrip
        large
        className="border-t"
        facts={[
          qualityFact(fidelity, report.qualityScore),
          {
            label: 'Privacy compliance',
            value: `${passed} of ${outcomes.length}`,
            note: `${outcomesText(outcomes)}; ${guarantee || 'without a formal guarantee'}`,
          },
          { label: 'Record count', value: count(rows.synthetic), note: 'rows' },
          { label: 'Columns', value: count(rows.columns), note: 'in every row' },
        ]}
      />
      <Details {...report} />
      <p className="border-t px-4 py-3.5 text-muted-foreground text-xs md:px-5">
        {qualityScoreMeaning}
      </p>
    </Panel>
  )
}

/** Shows the components of the accuracy's mean, and the usefulness of the data. */
function Details({ fidelity, usefulness }: Pick<PublishedReport, 'fidelity' | 'usefulness'>) {
  const { accuracy } = fidelity
  if (!accuracy) return null
  return (
    <DescriptionStrip
      className="border-t"
      facts={[
        { label: 'Columns alone', value: percent(accuracy.univariate), note: 'frequencies agree' },
        { label: 'Pairs of columns', value: percent(accuracy.bivariate), note: 'agree' },
        { label: 'Three together', value: percent(accuracy.trivariate), note: 'agree' },
        { label: usefulnessLabel, ...usefulnessFact(usefulness) },
      ]}
    />
  )
}

/** States what is guaranteed, then what was tested. */
function Verdict({
  outcomes,
  privacy,
  isMeasuredByVendor,
}: {
  outcomes: Outcome[]
  privacy: Privacy
  isMeasuredByVendor: boolean
}) {
  const isProtected = privacy.mode === 'protected'
  const isGood = !isProtected && !isMeasuredByVendor && worstOutcome(outcomes) === 'passed'
  const guaranteed = isProtected
    ? 'Protected mode: no formal guarantee'
    : isMeasuredByVendor
      ? `The vendor states ε = ${privacy.epsilon}`
      : `ε = ${privacy.epsilon} guaranteed`
  return (
    <Judgment icon={isProtected ? ShieldAlert : isGood ? CircleCheck : CircleAlert} isGood={isGood}>
      {`${guaranteed}. ${outcomesText(outcomes)}.`}
    </Judgment>
  )
}

function Judgment({
  icon: Icon,
  isGood,
  children,
}: {
  icon: LucideIcon
  isGood: boolean
  children: string
}) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 font-medium text-sm',
        isGood ? 'text-st-success-fg' : 'text-st-warn-fg',
      )}
    >
      <Icon className="size-4" aria-hidden />
      {children}
    </span>
  )
}

/** "ε = 3, δ = 1e-6"; null where no guarantee is claimed. */
export function budgetText({ epsilon, delta }: Pick<Privacy, 'epsilon' | 'delta'>): string | null {
  if (epsilon === null || delta === null) return null
  return `ε = ${epsilon}, δ = ${Number(delta.toPrecision(2)).toExponential()}`
}
