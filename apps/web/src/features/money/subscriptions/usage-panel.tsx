import type { BillingOverview, Usage } from '@semblance/contract'
import { TriangleAlert } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { usageLook } from './plan-labels.ts'

/** Shows real use next to the plan's limits, which are not enforced. */
export function UsagePanel({ billing }: { billing: BillingOverview }) {
  return (
    <Panel
      title="Usage"
      description="Beside the figures of your plan. They are a guide: nothing is locked when you pass them."
    >
      <ul className="grid gap-4">
        {billing.usage.map((usage) => (
          <UsageRow key={usage.kind} usage={usage} />
        ))}
      </ul>
    </Panel>
  )
}

function UsageRow({ usage }: { usage: Usage }) {
  const { label, amounts, share, filledPercent, isNearlyFull, isOver } = usageLook(usage)
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className="font-medium text-base">{label}</span>
        <span className="num text-base">
          {amounts} <span className="text-muted-foreground text-sm">({share})</span>
        </span>
      </div>
      <Progress
        className="mt-1.5"
        label={`${label}: ${amounts}`}
        value={filledPercent}
        tone={isNearlyFull ? 'warn' : 'primary'}
      />
      {isNearlyFull && (
        <p className="mt-1.5 flex items-center gap-1.5 text-sm text-st-warn-fg">
          <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
          {isOver ? 'Past the figure of your plan.' : 'Close to the figure of your plan.'}
        </p>
      )}
    </li>
  )
}
