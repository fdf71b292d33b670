import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { connectionsQuery } from '@/components/blocks/sources/connection-queries.ts'
import { Button } from '@/components/ui/button.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { AddConnection } from './add-connection.tsx'
import { connectionColumns, managedColumns } from './connection-columns.tsx'

/** Lists the vendor's warehouses and buckets; administrators set them up. */
export function ConnectionsPanel() {
  const query = useInfiniteQuery(connectionsQuery)
  const { roles } = useAuth()
  const isAdmin = roles.includes('admin')
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Panel
        flush
        title="Connections"
        description="Warehouses and buckets that deliveries are measured from where the data is, without an upload."
        action={
          isAdmin && (
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              New connection
            </Button>
          )
        }
      >
        <PagedList
          query={query}
          errorTitle="Connections did not load"
          empty={<NoConnections isAdmin={isAdmin} />}
        >
          {(connections) => (
            <DataTable
              caption="Connections"
              columns={isAdmin ? managedColumns : connectionColumns}
              rows={connections}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </Panel>
      {isAdding && <AddConnection onClose={() => setAdding(false)} />}
    </>
  )
}

function NoConnections({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className="grid gap-3 border-t px-4 py-6 text-base md:px-5 [&>p]:max-w-[76ch]">
      <p className="font-semibold text-md">No connections yet</p>
      <p>
        Of a PostgreSQL or Trino warehouse, we count where the tables are: counts and a random
        sample for the evaluation come here, and the sample is removed with the run. Files in an S3
        bucket are read for the run alone. Nothing of either is stored.
      </p>
      <p>
        Connect with an account that may only read, and only what you deliver. Its password or key
        is sealed under a key of your organization and never shown again.
        {!isAdmin && ' An administrator of your organization sets connections up here.'}
      </p>
    </div>
  )
}
