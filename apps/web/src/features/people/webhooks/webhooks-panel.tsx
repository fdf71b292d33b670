import type { NewWebhookSecret } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { ShownOnce } from '@/components/blocks/shown-once.tsx'
import { Button } from '@/components/ui/button.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { endpointColumns } from './endpoint-columns.tsx'
import { AddEndpoint } from './endpoint-dialog.tsx'
import { NoEndpoints } from './no-endpoints.tsx'

export const endpointsQuery = orpc.webhooks.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Shows the organization's webhooks to its administrators, and to others who sets them up. */
export function WebhooksPanel() {
  const { roles } = useAuth()
  if (roles.includes('admin')) return <Webhooks />
  return (
    <Panel title="Webhooks">
      <p className="max-w-[72ch] text-base">
        We post events to an organization’s own endpoints as they happen. Its administrators set
        them up here, and read what was sent.
      </p>
    </Panel>
  )
}

/** The endpoint whose log is shown is in the address. */
function Webhooks() {
  const [params, change] = useUrlParams()
  const query = useInfiniteQuery(endpointsQuery)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<NewWebhookSecret | null>(null)
  const openedId = params.get('endpoint')
  const opened = query.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === openedId)
  const open = (endpointId: string) =>
    change((current) => writeParams(current, { endpoint: endpointId }), {})
  const show = (next: NewWebhookSecret) => {
    setAdding(false)
    setMade(next)
  }
  return (
    <>
      {opened ? (
        <DeliveryLog endpoint={opened} />
      ) : (
        <Panel
          flush
          title="Webhooks"
          description="We post events to your endpoints as they happen."
          action={
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              New endpoint
            </Button>
          }
        >
          <PagedList query={query} errorTitle="Endpoints did not load" empty={<NoEndpoints />}>
            {(endpoints) => (
              <DataTable
                caption="Endpoints"
                columns={endpointColumns({ onSecret: show, onOpen: open })}
                rows={endpoints}
                rowKey={({ id }) => id}
              />
            )}
          </PagedList>
        </Panel>
      )}
      {isAdding && <AddEndpoint onMade={show} onClose={() => setAdding(false)} />}
      {made && (
        <ShownOnce
          title="Store the secret now"
          description={`With it your program verifies that what ${new URL(made.endpoint.url).host} gets comes from us. It will not be shown again; a lost one is rotated.`}
          noun="Secret"
          secret={made.secret}
          onClose={() => setMade(null)}
        />
      )}
    </>
  )
}
