import type { Delivery } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { orpc } from '@/lib/api/api.ts'
import { titleCase } from '@/lib/format.ts'

const pollMs = 2000

/** Shows the progress of the latest delivery's twin, to both sides, during its creation. */
export function SynthesisProgress({ contractId }: { contractId: string }) {
  const { data } = useQuery(
    orpc.deliveries.latest.queryOptions({ input: { contractId }, refetchInterval: pollMs }),
  )
  const percent = data && Math.round(data.progress * 100)
  return (
    <Panel
      title="Synthesis"
      description="The original is being turned into its synthetic twin, then destroyed."
      action={percent != null && <span className="figure text-xl">{percent}%</span>}
    >
      {percent != null && (
        <Progress value={percent} label="Synthesis progress" className="mb-2 h-2" />
      )}
      <p className="text-muted-foreground text-sm" aria-live="polite">
        {data ? stageText(data) : 'Under way. This page follows along.'}
      </p>
    </Panel>
  )
}

function stageText({ status, stage }: Delivery) {
  if (status === 'queued') return 'Waiting for its turn.'
  return stage ? `${titleCase(stage)} the data.` : 'Under way.'
}
