import { type Delivery, deliveryOrigin, synthesisStages } from '@semblance/contract'
import { Timeline } from '@/components/blocks/lists/timeline.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { fileSize } from '@/lib/format.ts'
import { CancelDelivery } from './cancel-delivery.tsx'

const stages: Record<(typeof synthesisStages)[number], { title: string; description: string }> = {
  reading: { title: 'Reading', description: 'Columns, types and missing values of your file' },
  measuring: { title: 'Measuring', description: 'Noisy counts, so that no single row shows' },
  modeling: { title: 'Modeling', description: 'Which columns move together' },
  sampling: { title: 'Sampling', description: 'The synthetic twin, row by row' },
  evaluating: { title: 'Evaluating', description: 'Fidelity and privacy, measured on the twin' },
}

const readInPlace = 'Columns and types of your tables, and a random sample of their rows'

function nowDoing({ status, stage }: Delivery): string {
  if (stage) return stages[stage].title
  return status === 'queued' ? 'Waiting to start' : 'Checking the file'
}

type SynthesisProgressProps = { contractId: string; delivery: Delivery }

/** Shows a delivery between upload and result, with the job's own figures. */
export function SynthesisProgress({ contractId, delivery }: SynthesisProgressProps) {
  const now = delivery.stage ? synthesisStages.indexOf(delivery.stage) : -1
  const done = Math.round(delivery.progress * 100)
  return (
    <Panel
      title="Synthetic processing"
      description="You can leave this page; you are notified when it is finished."
      action={<span className="num font-medium">{done}%</span>}
    >
      <Progress value={done} label="Synthesis" />
      <p className="mt-2 text-muted-foreground text-sm" role="status">
        {nowDoing(delivery)}: <Id>{delivery.fileName}</Id>
        {delivery.fileCount > 1 && ` and ${delivery.fileCount - 1} more`}
        {delivery.isConnected
          ? `, through ${delivery.connected?.name ?? 'a connection'}`
          : `, ${fileSize(delivery.fileBytes)}`}
      </p>
      <Timeline
        className="mt-6"
        items={[
          delivery.isConnected
            ? {
                id: 'upload',
                title: 'Connected',
                status: 'completed' as const,
                description: 'Nothing was uploaded; it is read where it is',
              }
            : {
                id: 'upload',
                title: 'Uploaded',
                status: 'completed' as const,
                description: 'Everything has arrived, sealed',
              },
          ...synthesisStages.map((stage, index) => ({
            id: stage,
            ...stages[stage],
            ...(stage === 'reading' && delivery.isConnected && { description: readInPlace }),
            status:
              index < now
                ? ('completed' as const)
                : index === now
                  ? ('in_progress' as const)
                  : ('pending' as const),
          })),
        ]}
      />
      <div className="mt-4 flex justify-end">
        <CancelDelivery contractId={contractId} origin={deliveryOrigin(delivery)} />
      </div>
    </Panel>
  )
}
