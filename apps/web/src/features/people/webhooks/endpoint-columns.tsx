import type { NewWebhookSecret, WebhookEndpoint } from '@semblance/contract'
import { webhookTypes } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { EndpointMenu } from './endpoint-menu.tsx'

/** Limits what a row lists before the rest is folded. */
const shownTypes = 2

type Opened = {
  onSecret: (made: NewWebhookSecret) => void
  onOpen: (endpointId: string) => void
}

/** Describes the list of endpoints. */
export const endpointColumns = ({
  onSecret,
  onOpen,
}: Opened): readonly Column<WebhookEndpoint>[] => [
  {
    key: 'url',
    head: 'Endpoint',
    mobile: 'title',
    cell: ({ id, url }) => (
      <button
        type="button"
        className="mono text-left text-primary text-sm [overflow-wrap:anywhere] hover:underline"
        onClick={() => onOpen(id)}
      >
        {url}
      </button>
    ),
  },
  { key: 'types', head: 'Events', cell: ({ types }) => <Types types={types} /> },
  {
    key: 'state',
    head: 'State',
    cell: (endpoint) => <StatusBadge domain="endpoint" status={stateOf(endpoint)} />,
  },
  { key: 'why', head: 'Since', cell: (endpoint) => <Since endpoint={endpoint} /> },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'value',
    cell: (endpoint) => (
      <EndpointMenu endpoint={endpoint} onSecret={onSecret} onOpen={() => onOpen(endpoint.id)} />
    ),
  },
]

export const stateOf = ({ state, failingSince }: WebhookEndpoint) =>
  state === 'enabled' && failingSince ? 'failing' : state

const disabledTexts = {
  by_administrator: 'By an administrator',
  gone: 'It answered 410',
  unanswered: 'No success for 5 days',
} as const

function Since({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { state, disabledAs, failingSince, createdAt } = endpoint
  if (state === 'disabled' && disabledAs)
    return <span className="text-muted-foreground text-sm">{disabledTexts[disabledAs]}</span>
  return (
    <>
      <span className="md:hidden">{failingSince ? 'Fails since' : 'Added'} </span>
      <TimeText at={failingSince ?? createdAt} />
    </>
  )
}

function Types({ types }: Pick<WebhookEndpoint, 'types'>) {
  if (types.length === webhookTypes.length) return <span>All events</span>
  const [shown, folded] = [types.slice(0, shownTypes), types.slice(shownTypes)]
  return (
    <div className="mono min-w-40 text-sm">
      {shown.join(', ')}
      {folded.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer font-sans text-primary">
            and {folded.length} more
          </summary>
          {folded.join(', ')}
        </details>
      )}
    </div>
  )
}
