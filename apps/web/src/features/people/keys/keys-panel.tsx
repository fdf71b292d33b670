import type { NewKey } from '@semblance/contract'
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
import { CreateKey } from './create-key.tsx'
import { keyColumns } from './key-columns.tsx'
import { MadeKey } from './made-key.tsx'
import { NoKeys } from './no-keys.tsx'

export const keysQuery = orpc.keys.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Shows the organization's keys to its administrators, and to others who can make them. */
export function KeysPanel() {
  const { roles } = useAuth()
  if (roles.includes('admin')) return <Keys />
  return (
    <Panel title="Keys">
      <p className="max-w-[72ch] text-base">
        With a key, a program acts for an organization through the API. Administrators of an
        organization make, rotate and revoke its keys here.
      </p>
    </Panel>
  )
}

function Keys() {
  const query = useInfiniteQuery(keysQuery)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewKey | null>(null)
  const show = (next: NewKey) => {
    setMaking(false)
    setMade(next)
  }
  return (
    <Panel
      flush
      title="Keys"
      description="With a key, a program acts for your organization, within the key's rights."
      action={
        <Button onClick={() => setMaking(true)}>
          <Plus aria-hidden />
          New key
        </Button>
      }
    >
      <PagedList query={query} errorTitle="Keys did not load" empty={<NoKeys />}>
        {(keys) => (
          <DataTable
            caption="Keys"
            columns={keyColumns(show)}
            rows={keys}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
      {isMaking && <CreateKey onMade={show} onClose={() => setMaking(false)} />}
      {made && <MadeKey made={made} onClose={() => setMade(null)} />}
    </Panel>
  )
}
