import type { Delivery, synthesisStages } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Progress } from '@/components/ui/progress.tsx'

const doing: Record<(typeof synthesisStages)[number], string> = {
  reading: 'The tables are being read',
  measuring: 'Noisy counts are being made',
  modeling: 'The model is being made',
  sampling: 'The twin is being drawn',
  evaluating: 'The twin is being compared with the original',
}

/** Shows a delivery that its vendor measures itself, as far as its command says. */
export function MeasuringProgress({
  delivery: { stage, progress },
  actions,
}: {
  delivery: Delivery
  actions: ReactNode
}) {
  const done = Math.round(progress * 100)
  return (
    <Panel
      title="Measured on your premises"
      description="The command tells how far it is. If it was interrupted, give it again in the same directory."
      action={<span className="num font-medium">{done}%</span>}
    >
      <Progress value={done} label="Measurement" />
      <p className="mt-2 text-muted-foreground text-sm" role="status">
        {stage ? doing[stage] : 'Waits for the command, or for its statement to be checked'}.
      </p>
      {actions && <div className="mt-4 flex justify-end">{actions}</div>}
    </Panel>
  )
}
