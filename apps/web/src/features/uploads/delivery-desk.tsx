import { type ContractDetail, contractCan, type Delivery, errors } from '@semblance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { paths } from '@/paths.ts'
import { DeliveryComplete } from './delivery-complete.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { InspectionProgress } from './inspection-progress.tsx'
import { RequestedChanges } from './requested-changes.tsx'
import { ReviewForm } from './review-form.tsx'
import { SynthesisProgress } from './synthesis-progress.tsx'

/** In case an event was missed; steps come by themselves. */
const pollMs = 5000

const isRunning = (delivery: Delivery | null | undefined) =>
  delivery?.status === 'inspecting' ||
  delivery?.status === 'queued' ||
  delivery?.status === 'processing'

export const deliveryQuery = (contractId: string) =>
  orpc.deliveries.latest.queryOptions({ input: { contractId } })

/** Where a delivery stands decides what is shown: the form, its progress, or its end. */
export function DeliveryDesk({ contract }: { contract: ContractDetail }) {
  const query = useQuery({
    ...deliveryQuery(contract.id),
    refetchInterval: (current) => (isRunning(current.state.data) ? pollMs : false),
  })
  useStepsOf(query.data)
  return (
    <QueryState query={query} errorTitle="The delivery did not load">
      {(delivery) => {
        if (delivery?.status === 'inspecting')
          return <InspectionProgress contractId={contract.id} delivery={delivery} />
        if (delivery?.status === 'review')
          return <ReviewForm contractId={contract.id} delivery={delivery} />
        if (delivery && isRunning(delivery))
          return <SynthesisProgress contractId={contract.id} delivery={delivery} />
        if (delivery?.status === 'ready' && !delivery.supersededAt)
          return <DeliveryComplete delivery={delivery} />
        // After a refusal the contract is read again a moment later than the delivery.
        if (delivery === null && !contractCan.deliver(contract.status)) return <NotDue />
        return (
          <div className="grid min-w-0 gap-5">
            {contract.openChangeRequest && (
              <RequestedChanges request={contract.openChangeRequest} />
            )}
            <DeliveryForm contractId={contract.id} delivery={delivery} />
          </div>
        )
      }}
    </QueryState>
  )
}

/** Every step of a run moves the contract with it; the last one is told. What was there at first is no news. */
function useStepsOf(delivery: Delivery | null | undefined) {
  const queryClient = useQueryClient()
  const status = delivery?.status
  const step = delivery === undefined ? undefined : `${status} ${delivery?.stage}`
  const lastStep = useRef<string>(undefined)
  useEffect(() => {
    const isFirst = lastStep.current === undefined
    if (step === undefined || step === lastStep.current) return
    lastStep.current = step
    if (isFirst) return
    void queryClient.invalidateQueries({ queryKey: orpc.contracts.key() })
    void queryClient.invalidateQueries({ queryKey: orpc.dashboards.key() })
    if (status === 'ready')
      notify.success(
        'Data Delivered Successfully',
        'Your files have been uploaded and the client has been notified.',
      )
  }, [step, status, queryClient])
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
