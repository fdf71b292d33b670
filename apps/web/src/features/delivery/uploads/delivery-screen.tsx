import {
  type ContractDetail,
  contractCan,
  type Delivery,
  type DeliveryOrigin,
  deliveryOrigin,
  errors,
} from '@semblance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SynthesisProgress } from '@/components/blocks/synthesis/synthesis-progress.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { CancelDelivery } from './cancel-delivery.tsx'
import { DeliveryComplete } from './delivery-complete.tsx'
import { DeliveryNoticeText } from './delivery-notice.tsx'
import { DeliveryWays } from './delivery-ways.tsx'
import { HeldDelivery } from './held-delivery.tsx'
import { MeasuringProgress } from './measuring-progress.tsx'
import { InspectionProgress } from './review/inspection-progress.tsx'
import { ReviewForm } from './review/review-form.tsx'

/** In case an event was missed; steps come by themselves. */
const pollMs = 5000

const isRunning = (delivery: Delivery | null | undefined) =>
  delivery?.status === 'inspecting' ||
  delivery?.status === 'measuring' ||
  delivery?.status === 'queued' ||
  delivery?.status === 'processing' ||
  delivery?.status === 'held'

export const deliveryQuery = (contractId: string) =>
  orpc.deliveries.latest.queryOptions({ input: { contractId } })

/** Shows the form, the progress or the result of a delivery, by its status. */
export function DeliveryDesk({ contract }: { contract: ContractDetail }) {
  const query = useQuery({
    ...deliveryQuery(contract.id),
    refetchInterval: (current) => (isRunning(current.state.data) ? pollMs : false),
  })
  useStepsOf(query.data)
  return (
    <QueryState query={query} errorTitle="The delivery did not load">
      {(delivery) => {
        if (delivery?.notice)
          return (
            <div className="grid min-w-0 gap-5">
              <DeliveryNoticeText delivery={delivery} notice={delivery.notice} />
              <Waiting contractId={contract.id} delivery={delivery} />
            </div>
          )
        if (delivery?.status === 'inspecting')
          return <InspectionProgress contractId={contract.id} delivery={delivery} />
        if (delivery?.status === 'review')
          return <ReviewForm contractId={contract.id} delivery={delivery} />
        if (delivery?.status === 'measuring')
          return <MeasuringProgress contractId={contract.id} delivery={delivery} />
        if (delivery && isRunning(delivery))
          return <Synthesis contractId={contract.id} delivery={delivery} />
        if (delivery?.status === 'ready' && !delivery.supersededAt)
          return <DeliveryComplete delivery={delivery} />
        // After a refusal the contract is read again a moment later than the delivery.
        if (delivery === null && !contractCan.deliver(contract.status)) return <NotDue />
        return (
          <div className="grid min-w-0 gap-5">
            {contract.openChangeRequest && (
              <RequestedChanges request={contract.openChangeRequest} />
            )}
            <DeliveryWays contractId={contract.id} delivery={delivery} />
          </div>
        )
      }}
    </QueryState>
  )
}

function Synthesis({ contractId, delivery }: { contractId: string; delivery: Delivery }) {
  return (
    <SynthesisProgress
      delivery={delivery}
      side="vendor"
      actions={<CancelDelivery contractId={contractId} origin={deliveryOrigin(delivery)} />}
    />
  )
}

/** Shows a delivery that a problem delays. */
function Waiting({ contractId, delivery }: { contractId: string; delivery: Delivery }) {
  if (delivery.status === 'held')
    return <HeldDelivery contractId={contractId} delivery={delivery} />
  if (delivery.status === 'inspecting')
    return <InspectionProgress contractId={contractId} delivery={delivery} />
  if (delivery.status === 'measuring')
    return <MeasuringProgress contractId={contractId} delivery={delivery} />
  return <Synthesis contractId={contractId} delivery={{ ...delivery, notice: null }} />
}

/**
 * Refetches the contract on every step of a run, and announces the last one. The first loaded
 * status is not announced.
 */
function useStepsOf(delivery: Delivery | null | undefined) {
  const queryClient = useQueryClient()
  const status = delivery?.status
  const origin = delivery ? deliveryOrigin(delivery) : 'uploaded'
  const step = delivery === undefined ? undefined : `${status} ${delivery?.stage}`
  const lastStep = useRef<string>(undefined)
  useEffect(() => {
    const isFirst = lastStep.current === undefined
    if (step === undefined || step === lastStep.current) return
    lastStep.current = step
    if (isFirst) return
    void queryClient.invalidateQueries({ queryKey: orpc.contracts.key() })
    void queryClient.invalidateQueries({ queryKey: orpc.dashboards.key() })
    if (status === 'ready') notify.success('Data Delivered Successfully', deliveredTexts[origin])
  }, [step, status, origin, queryClient])
}

const deliveredTexts: Record<DeliveryOrigin, string> = {
  uploaded: 'Your files have been uploaded and the client has been notified.',
  premises: 'The twin was drawn from your model and the client has been notified.',
  connection: 'Your data was read through your connection, and the client has been notified.',
}

function NotDue() {
  return (
    <div className="card">
      <EmptyState
        title={errors.not_awaiting_delivery.message}
        action={
          <Button asChild variant="outline">
            <Link to={paths.vendorContracts}>View Contracts</Link>
          </Button>
        }
      >
        A delivery falls due when the client has paid into escrow.
      </EmptyState>
    </div>
  )
}

type RequestedChangesProps = { request: NonNullable<ContractDetail['openChangeRequest']> }

/** Shows the client's change request for the next delivery. */
function RequestedChanges({ request: { reason, createdAt } }: RequestedChangesProps) {
  return (
    <Panel
      title="Changes requested"
      description={`By the client, ${date(createdAt)}. Your next delivery answers it.`}
      className="border-st-warn-dot/60"
    >
      <p className="max-w-[80ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
        {reason}
      </p>
    </Panel>
  )
}
