import type { PushDestination } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { DestinationMenu } from './destination-menu.tsx'

/** Returns where a destination is, as an address. */
export function addressOf({ settings }: Pick<PushDestination, 'settings'>): string {
  const folder = settings.folder.replace(/^\/+|\/+$/g, '')
  if (settings.kind === 's3') return `s3://${settings.bucket}${folder && `/${folder}`}`
  const { host, port, username } = settings
  const home = settings.folder.startsWith('/') ? '' : '/~'
  return `sftp://${username}@${host.includes(':') ? `[${host}]` : host}:${port}${home}${folder && `/${folder}`}`
}

const disabledTexts = {
  by_administrator: 'By an administrator',
  host_key_differs: 'It showed another host key',
  dead: 'It took nothing in all tries',
} as const

/** Describes the list of destinations. */
export const destinationColumns: readonly Column<PushDestination>[] = [
  {
    key: 'name',
    head: 'Destination',
    mobile: 'title',
    cell: (destination) => (
      <>
        <span className="block font-medium [overflow-wrap:anywhere]">{destination.name}</span>
        <span className="mono block text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {addressOf(destination)}
        </span>
      </>
    ),
  },
  {
    key: 'what',
    head: 'Sends',
    cell: ({ isAutomatic, settings }) =>
      !isAutomatic
        ? 'What members choose'
        : settings.kind === 'sftp'
          ? 'Accepted deliveries, and those agreed by SFTP'
          : 'Accepted deliveries',
  },
  {
    key: 'state',
    head: 'State',
    cell: ({ state }) => <StatusBadge domain="endpoint" status={state} />,
  },
  {
    key: 'why',
    head: 'Since',
    cell: ({ disabledAs, createdAt }) =>
      disabledAs ? (
        <span className="text-muted-foreground text-sm">{disabledTexts[disabledAs]}</span>
      ) : (
        <>
          <span className="md:hidden">Added </span>
          <TimeText at={createdAt} />
        </>
      ),
  },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'value',
    cell: (destination) => <DestinationMenu destination={destination} />,
  },
]
