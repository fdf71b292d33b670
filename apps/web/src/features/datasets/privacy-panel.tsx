import type { PublishedReport } from '@semblance/contract'
import { CircleCheck, CircleX } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { QualityGauge } from '@/components/viz/quality-gauge.tsx'
import { cn } from '@/lib/cn.ts'
import { percent } from '@/lib/format.ts'
import { budgetText } from './validation-summary.tsx'

type Privacy = PublishedReport['privacy']

export function PrivacyPanel({ privacy }: { privacy: Privacy }) {
  const budget = budgetText(privacy)
  return (
    <Panel
      title="Privacy"
      description={
        budget
          ? `Differential privacy per ${privacy.unit}, ${budget}.`
          : 'Protected mode: guards in place of differential privacy, without a formal guarantee.'
      }
    >
      <SpentBudget {...privacy} />
      <ul className={cn('grid gap-3', budget && 'mt-4 border-t pt-4')}>
        {privacy.checks.map((check) => (
          <Check key={check.id} {...check} />
        ))}
      </ul>
    </Panel>
  )
}

function SpentBudget({ rhoSpent, rhoBudget }: Pick<Privacy, 'rhoSpent' | 'rhoBudget'>) {
  if (rhoSpent === null || rhoBudget === null) return null
  return (
    <QualityGauge
      label="Privacy budget spent"
      value={rhoSpent}
      display={percent(rhoSpent / rhoBudget)}
      min={0}
      max={rhoBudget * 1.25}
      // The accountant adds thousands of parts; the last digits are rounding.
      pass={rhoBudget * (1 + 1e-9)}
      direction="below"
    />
  )
}

/** What may be claimed, and what it does not cover, in the synthesizer's own words. */
export function GuaranteePanel({ privacy }: { privacy: Privacy }) {
  return (
    <Panel
      title={privacy.mode === 'protected' ? 'No formal privacy guarantee' : 'Privacy guarantee'}
    >
      <p className="max-w-[110ch] text-muted-foreground text-sm">{privacy.guarantee}</p>
    </Panel>
  )
}

function Check({ label, detail, pass }: Omit<Privacy['checks'][number], 'id'>) {
  const Icon = pass ? CircleCheck : CircleX
  return (
    <li className="flex gap-2.5">
      <Icon
        className={cn('mt-px size-4 shrink-0', pass ? 'text-st-success-fg' : 'text-st-danger-fg')}
        aria-hidden
      />
      <div className="min-w-0">
        <p className="font-medium text-sm">
          <span className="sr-only">{pass ? 'Passed: ' : 'Failed: '}</span>
          {label}
        </p>
        <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">{detail}</p>
      </div>
    </li>
  )
}
