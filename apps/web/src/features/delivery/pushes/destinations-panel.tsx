import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { AddDestination } from './add-destination.tsx'
import { destinationColumns } from './destination-columns.tsx'

export const destinationsQuery = orpc.pushes.destinations.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Shows where deliveries of the organization are sent to its administrators, and to others who sets that up. */
export function DestinationsPanel() {
  const { roles } = useAuth()
  if (roles.includes('admin') && roles.includes('client')) return <Destinations />
  return (
    <Panel title="Destinations">
      <p className="max-w-[72ch] text-base">
        We send deliveries to a client’s own SFTP servers and buckets. Administrators of
        organizations that buy set them up here.
      </p>
    </Panel>
  )
}

function Destinations() {
  const query = useInfiniteQuery(destinationsQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Panel
        flush
        title="Destinations"
        description="We send deliveries to your own SFTP servers and buckets. Copies there are yours: we cannot delete them."
        action={
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            New destination
          </Button>
        }
      >
        <PagedList query={query} errorTitle="Destinations did not load" empty={<NoDestinations />}>
          {(destinations) => (
            <DataTable
              caption="Destinations"
              columns={destinationColumns}
              rows={destinations}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </Panel>
      {isAdding && <AddDestination onClose={() => setAdding(false)} />}
    </>
  )
}

function NoDestinations() {
  return (
    <div className="grid gap-3 border-t px-4 py-6 text-base md:px-5 [&>p]:max-w-[76ch]">
      <p className="font-semibold text-md">No destinations yet</p>
      <p>
        A destination is a folder on an SFTP server or in an S3 bucket of yours. Deliveries go there
        once you accept them, in a folder of their own, with the certificate and the SHA-256 of each
        file beside them. Where a contract agrees on SFTP, they go there as soon as they are ready.
      </p>
      <p>
        What fails is tried again for about a day. A destination that takes nothing in all tries, or
        shows another host key than the confirmed one, is disabled, and administrators are mailed.
      </p>
      <p>
        Whoever can read the destination can read the deliveries. We keep a list of what was sent
        where; deleting copies there is up to you.
      </p>
    </div>
  )
}
