import type { Delivery } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { orpc } from '@/lib/api.ts'
import { titleCase } from '@/lib/format.ts'

const pollMs = 2000

/** How far the twin of the latest delivery is; for both sides, while it is being made. */
export function SynthesisProgress({ contractId }: { contractId: string }) {
  const { data } = useQuery(
    orpc.deliveries.latest.queryOptions({ input: { contractId }, refetchInterval: pollMs }),
  )
  if (!data) return null
  const percent = Math.round(data.progress * 100)
  return (
    <Panel
      title="Synthesis"
      description="The original is being turned into its synthetic twin, then destroyed."
      action={<span className="figure text-xl">{percent}%</span>}
    >
      <Progress value={percent} label="Synthesis progress" className="h-2" />
      <p className="mt-2 text-muted-foreground text-sm" aria-live="polite">
        {stageText(data)}
      </p>
    </Panel>
  )
}

function stageText({ status, stage }: Delivery) {
  if (status === 'queued') return 'Waiting for its turn.'
  return stage ? `${titleCase(stage)} the data.` : 'Under way.'
}
