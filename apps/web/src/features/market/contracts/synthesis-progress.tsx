import { type ContractDetail, type Delivery, deliveryNotices } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { orpc } from '@/lib/api/api.ts'
import { dateTime, titleCase } from '@/lib/format.ts'

const pollMs = 2000

/** Shows the progress of the latest delivery's twin, to both sides, during its creation. */
export function SynthesisProgress({ contract }: { contract: ContractDetail }) {
  const contractId = contract.id
  const { data } = useQuery(
    orpc.deliveries.latest.queryOptions({ input: { contractId }, refetchInterval: pollMs }),
  )
  if (data?.status === 'held') return null // ContractNotices says so
  const percent = data && Math.round(data.progress * 100)
  return (
    <Panel
      title="Synthesis"
      description="The original is being turned into its synthetic twin, then deleted with its key."
      action={percent != null && <span className="figure text-xl">{percent}%</span>}
    >
      {percent != null && (
        <Progress value={percent} label="Synthesis progress" className="mb-2 h-2" />
      )}
      <p className="text-muted-foreground text-sm" aria-live="polite">
        {data ? stageText(data) : 'Under way. This page follows along.'}
      </p>
      {data?.notice && (
        <p role="status" className="mt-3 max-w-[80ch] text-sm [overflow-wrap:anywhere]">
          {data.noticeSince && (
            <>
              Since <TimeText at={data.noticeSince} show={dateTime} />.{' '}
            </>
          )}
          {deliveryNotices[data.notice][contract.side]}
        </p>
      )}
    </Panel>
  )
}

function stageText({ status, stage }: Delivery) {
  if (status === 'queued') return 'Waiting for its turn.'
  return stage ? `${titleCase(stage)} the data.` : 'Under way.'
}
