import type { SigningKey } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { date } from '@/lib/format.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { RegisterKey } from './register-key.tsx'
import { RevokeSigningKey } from './revoke-signing-key.tsx'

export const signingKeysQuery = orpc.signingKeys.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

const columns: readonly Column<SigningKey>[] = [
  {
    key: 'name',
    head: 'Key',
    mobile: 'title',
    cell: ({ name, kid }) => (
      <>
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="mono block break-all font-normal text-muted-foreground text-sm">
          {kid}
        </span>
      </>
    ),
  },
  {
    key: 'made',
    head: 'Registered',
    cell: ({ createdAt, createdBy }) => (
      <>
        <TimeText at={createdAt} show={date} />
        <span className="block text-muted-foreground text-sm">
          by {createdBy ?? 'a closed account'}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    head: 'State',
    cell: ({ state }) => <StatusBadge domain="key" status={state} />,
  },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'value',
    cell: (key) => key.state === 'live' && <RevokeSigningKey signingKey={key} />,
  },
]

/** Shows the keys by which the organization signs what it measures itself; nothing to who is no administrator. */
export function SigningKeysPanel() {
  const { roles } = useAuth()
  return roles.includes('admin') ? <SigningKeys /> : null
}

function SigningKeys() {
  const query = useInfiniteQuery(signingKeysQuery)
  const [isRegistering, setRegistering] = useState(false)
  return (
    <Panel
      flush
      title="Signing keys"
      description="They sign what you measure on your own premises. We keep the public half alone."
      action={
        <Button variant="outline" onClick={() => setRegistering(true)}>
          <Plus aria-hidden />
          Register key
        </Button>
      }
    >
      <PagedList query={query} errorTitle="Signing keys did not load" empty={<NoSigningKeys />}>
        {(keys) => (
          <DataTable caption="Signing keys" columns={columns} rows={keys} rowKey={({ id }) => id} />
        )}
      </PagedList>
      {isRegistering && <RegisterKey onClose={() => setRegistering(false)} />}
    </Panel>
  )
}

function NoSigningKeys() {
  return (
    <div className="grid gap-3 border-t px-4 py-6 text-base md:px-5 [&>p]:max-w-[76ch]">
      <p className="font-semibold text-md">No signing keys yet</p>
      <p>
        A vendor whose data must not leave its premises measures it there, and signs what it sends.
        Make a key where the data is, and register what this prints:
      </p>
      <pre className="mono whitespace-pre-wrap rounded-md bg-sunken p-4 text-sm">
        semblance keygen signing-key.json
      </pre>
    </div>
  )
}
