import type { PublishedReport } from '@semblance/contract'
import { CircleCheck, CircleX } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { QualityGauge } from '@/components/viz/quality-gauge.tsx'
import { cn } from '@/lib/cn.ts'
import { percent } from '@/lib/format.ts'
import { budgetText } from './validation-summary.tsx'

type Privacy = PublishedReport['privacy']

export function PrivacyPanel({ privacy }: { privacy: Privacy }) {
  const { rhoSpent, rhoBudget } = privacy
  return (
    <Panel title="Privacy" description={`Differential privacy per row, ${budgetText(privacy)}.`}>
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
      <ul className="mt-4 grid gap-3 border-t pt-4">
        {privacy.checks.map((check) => (
          <Check key={check.id} {...check} />
        ))}
      </ul>
    </Panel>
  )
}

/** What may be claimed, and what it does not cover, in the synthesizer's own words. */
export function GuaranteePanel({ guarantee }: { guarantee: string }) {
  return (
    <Panel title="Privacy guarantee">
      <p className="max-w-[110ch] text-muted-foreground text-sm">{guarantee}</p>
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
