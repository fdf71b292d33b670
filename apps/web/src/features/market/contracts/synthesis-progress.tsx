import {
  type ContractDetail,
  type Delivery,
  deliveryNoticeText,
  deliveryOrigin,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { orpc } from '@/lib/api/api.ts'
import { dateTime, titleCase } from '@/lib/format.ts'

const pollMs = 2000

const panels = {
  uploaded: {
    title: 'Synthesis',
    description: 'The original is being turned into its synthetic twin, then deleted with its key.',
  },
  premises: {
    title: 'Measurement at the vendor',
    description:
      'The vendor measures the original where it is. The synthetic twin is drawn here, from the model.',
  },
  connection: {
    title: 'Measurement at the source',
    description:
      'The original is read where it is, through a connection of the vendor’s, and counted for its synthetic twin.',
  },
} as const

/** Shows the progress of the latest delivery's twin, to both sides: while it is made here, and while its vendor measures. */
export function SynthesisProgress({ contract }: { contract: ContractDetail }) {
  const contractId = contract.id
  const isSynthesized = contract.status === 'synthetic_processing'
  const { data } = useQuery(
    orpc.deliveries.latest.queryOptions({
      input: { contractId },
      refetchInterval: ({ state }) =>
        isSynthesized || state.data?.status === 'measuring' ? pollMs : false,
    }),
  )
  if (data?.status === 'held') return null // ContractNotices says so
  if (!isSynthesized && data?.status !== 'measuring') return null
  const origin = data ? deliveryOrigin(data) : 'uploaded'
  const percent = data && Math.round(data.progress * 100)
  return (
    <Panel
      {...panels[origin]}
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
          {deliveryNoticeText(origin, data.notice, contract.side)}
        </p>
      )}
    </Panel>
  )
}

function stageText({ status, stage }: Delivery) {
  if (status === 'measuring' && !stage)
    return 'Waits for the vendor, or for the check of what it sent.'
  if (status === 'queued') return 'Waiting for its turn.'
  return stage ? `${titleCase(stage)} the data.` : 'Under way.'
}
