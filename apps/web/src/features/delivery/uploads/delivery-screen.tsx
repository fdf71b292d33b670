import {
  type ContractDetail,
  contractCan,
  type DataContract,
  deliveryOrigin,
  errors,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { CancelDelivery } from './cancel-delivery.tsx'
import { DeliveryComplete } from './delivery-complete.tsx'
import { DeliveryWays } from './delivery-ways.tsx'
import { contractDesk } from './desk.ts'
import { isUnderWay, pollOf, UnderWay, useStepsOf } from './under-way.tsx'

export const deliveryQuery = (contractId: string) =>
  orpc.deliveries.latest.queryOptions({ input: { contractId } })

/** Shows the form, the progress or the result of a delivery, by its status. */
export function DeliveryDesk({ contract }: { contract: ContractDetail }) {
  const desk = contractDesk(contract.id)
  const query = useQuery({
    ...deliveryQuery(contract.id),
    refetchInterval: (current) => pollOf(current.state.data),
  })
  const agreed = useDataContract(contract.dprId, query.data?.status === 'review')
  useStepsOf(desk, query.data)
  return (
    <QueryState query={query} errorTitle="The delivery did not load">
      {(delivery) => {
        if (delivery && isUnderWay(delivery))
          return (
            <UnderWay
              desk={desk}
              delivery={delivery}
              agreed={agreed}
              actions={
                <CancelDelivery contractId={contract.id} origin={deliveryOrigin(delivery)} />
              }
            />
          )
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

/** Returns the data contract of a request; null while it is read, is not wanted, and where there is none. */
function useDataContract(dprId: string, isWanted: boolean): DataContract | null {
  const request = useQuery({
    ...orpc.dprs.get.queryOptions({ input: { dprId } }),
    enabled: isWanted,
  })
  return request.data?.dataContract ?? null
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
