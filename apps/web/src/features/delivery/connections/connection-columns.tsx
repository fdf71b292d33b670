import { type Connection, connectionKindLabels } from '@semblance/contract'
import { TriangleAlert } from 'lucide-react'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { ConnectionMenu } from './connection-menu.tsx'

/** Returns where a connection leads, as an address. */
function addressOf({ settings }: Pick<Connection, 'settings'>): string {
  if (settings.kind === 's3') return `s3://${settings.bucket}/${settings.prefix}`
  const { kind, host, port, user } = settings
  const path = settings.kind === 'postgres' ? settings.database : settings.catalog
  return `${kind}://${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${path}`
}

/** Says what is known of the rights of the account. */
function rightsOf({ canWrite, settings }: Pick<Connection, 'canWrite' | 'settings'>) {
  if (canWrite === true) return 'Could also write: give it an account that may only read'
  if (canWrite === false) return 'Reads only'
  return settings.kind === 's3'
    ? 'Cannot tell without writing'
    : 'Cannot tell: the source does not say'
}

const columns: readonly Column<Connection>[] = [
  {
    key: 'name',
    head: 'Connection',
    mobile: 'title',
    cell: (connection) => (
      <>
        <span className="block font-medium [overflow-wrap:anywhere]">{connection.name}</span>
        <span className="mono block text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {addressOf(connection)}
        </span>
      </>
    ),
  },
  { key: 'kind', head: 'Kind', cell: ({ settings }) => connectionKindLabels[settings.kind] },
  {
    key: 'rights',
    head: 'Rights',
    cell: (connection) =>
      connection.canWrite ? (
        <span className="inline-flex gap-1.5">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-st-warn-fg" aria-hidden />
          {rightsOf(connection)}
        </span>
      ) : (
        rightsOf(connection)
      ),
  },
  { key: 'tried', head: 'Last tried', cell: ({ triedAt }) => <TimeText at={triedAt} /> },
]

/** Describes the list of connections. */
export const connectionColumns: readonly Column<Connection>[] = columns

/** Describes the list for administrators, who may change it. */
export const managedColumns: readonly Column<Connection>[] = [
  ...columns,
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'value',
    cell: (connection) => <ConnectionMenu connection={connection} />,
  },
]
