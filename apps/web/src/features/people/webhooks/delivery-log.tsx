import type { WebhookDelivery, WebhookEndpoint } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { BackLink } from '@/components/blocks/back-link.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Button } from '@/components/ui/button.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { paths } from '@/paths.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { retryText } from './delivery-texts.ts'
import { stateOf } from './endpoint-columns.tsx'

/** Sets how often the log is read while something is about to be sent. */
const pollMs = 2000

const isAboutToBeSent = ({ nextAt }: WebhookDelivery) =>
  nextAt !== null && nextAt.getTime() < Date.now() + 60_000

const deliveriesQuery = ({ id: endpointId, state }: WebhookEndpoint) => ({
  ...orpc.webhooks.deliveries.infiniteOptions({
    input: (cursor: string | undefined) => ({ endpointId, cursor }),
    ...byCursor,
  }),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: { pages: { items: WebhookDelivery[] }[] } }
  }) =>
    state === 'enabled' && data?.pages.some(({ items }) => items.some(isAboutToBeSent))
      ? pollMs
      : false,
})

/** Shows what was sent to an endpoint, and what became of it. */
export function DeliveryLog({ endpoint }: { endpoint: WebhookEndpoint }) {
  const query = useInfiniteQuery(deliveriesQuery(endpoint))
  const queries = useQueryClient()
  const [openedId, setOpened] = useState<string | null>(null)
  const opened = query.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === openedId)
  const test = useMutation(
    orpc.webhooks.test.mutationOptions({
      onError: (error) => notifyProblem('No test was sent', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.webhooks.key() }),
    }),
  )
  const isEnabled = endpoint.state === 'enabled'
  return (
    <>
      <BackLink to={`${paths.developers}?tab=webhooks`}>All endpoints</BackLink>
      <Panel
        flush
        title={
          <span className="flex flex-wrap items-center gap-2">
            <span className="mono [overflow-wrap:anywhere]">{endpoint.url}</span>
            <StatusBadge domain="endpoint" status={stateOf(endpoint)} />
          </span>
        }
        description={`What was sent in the last 30 days, newest first. ${retryText}`}
        action={
          isEnabled && (
            <Button
              variant="outline"
              loading={test.isPending}
              onClick={() => test.mutate({ endpointId: endpoint.id })}
            >
              <Send aria-hidden />
              Send a test
            </Button>
          )
        }
      >
        <PagedList query={query} errorTitle="The log did not load" empty={<NothingSent />}>
          {(deliveries) => (
            <DataTable
              caption="Deliveries"
              columns={deliveryColumns({ isEnabled, onOpen: setOpened })}
              rows={deliveries}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </Panel>
      {opened && (
        <DeliveryDetail delivery={opened} isEnabled={isEnabled} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

function NothingSent() {
  return (
    <EmptyState title="Nothing sent yet" className="border-t">
      The next event that this endpoint chose appears here, and so does a test.
    </EmptyState>
  )
}
