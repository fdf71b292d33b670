import { type ApiKey, keyScopes, type NewKey } from '@semblance/contract'
import type { ReactNode } from 'react'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date } from '@/lib/format.ts'
import { KeyMenu } from './key-menu.tsx'

/** Limits what a row lists before the rest is folded. */
const shownScopes = 2

/** Describes the list of keys; a new key of a row goes to `onMade`. */
export const keyColumns = (onMade: (made: NewKey) => void): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    head: 'Key',
    mobile: 'title',
    cell: ({ name, start }) => (
      <>
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="mono block whitespace-nowrap font-normal text-muted-foreground text-sm">
          {start}…
        </span>
      </>
    ),
  },
  { key: 'scopes', head: 'May', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  {
    key: 'limit',
    head: 'Limit of each act',
    cell: ({ scopes, limitCents }) =>
      scopes.includes('money') ? (
        <>
          <OnCard>Up to</OnCard>
          <Money exact cents={Number(limitCents)} />
          <OnCard>an act</OnCard>
        </>
      ) : (
        <span className="text-muted-foreground">Moves no money</span>
      ),
  },
  {
    key: 'allowed',
    head: 'From',
    cell: ({ allowed }) =>
      allowed.length === 0 ? (
        <span className="text-muted-foreground">Every address</span>
      ) : (
        <span className="mono text-sm [overflow-wrap:anywhere]">{allowed.join(', ')}</span>
      ),
  },
  {
    key: 'used',
    head: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? (
        <>
          <OnCard>Used</OnCard>
          <TimeText at={lastUsedAt} />
        </>
      ) : (
        <span className="text-muted-foreground">Never used</span>
      ),
  },
  {
    key: 'end',
    head: 'End',
    cell: ({ state, expiresAt }) =>
      state === 'revoked' ? (
        <span className="text-muted-foreground">Ended early</span>
      ) : (
        <>
          <OnCard>{state === 'live' ? 'Ends' : 'Ended'}</OnCard>
          <TimeText at={expiresAt} show={date} />
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
    cell: (key) => key.state === 'live' && <KeyMenu apiKey={key} onMade={onMade} />,
  },
]

/** Says what a column's head says in a table, on the cards that replace it on phones. */
function OnCard({ children }: { children: ReactNode }) {
  return <span className="md:hidden"> {children} </span>
}

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const labels = scopes.map((scope) => keyScopes[scope])
  const [shown, folded] = [labels.slice(0, shownScopes), labels.slice(shownScopes)]
  return (
    <div className="min-w-44 text-sm">
      <Labels labels={shown} />
      {folded.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-primary">
            and {folded.length} more
          </summary>
          <Labels labels={folded} />
        </details>
      )}
    </div>
  )
}

function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <ul className="grid gap-0.5">
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  )
}
