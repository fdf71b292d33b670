import type { WebhookDelivery } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { duration, plural } from '@/lib/format.ts'
import { failureTexts } from './delivery-texts.ts'

type Shown = { isEnabled: boolean; onOpen: (id: string) => void }

/** Describes the log of an endpoint. */
export const deliveryColumns = ({
  isEnabled,
  onOpen,
}: Shown): readonly Column<WebhookDelivery>[] => [
  {
    key: 'type',
    head: 'Event',
    mobile: 'title',
    cell: ({ type }) => <span className="mono font-medium text-sm">{type}</span>,
  },
  { key: 'at', head: 'Happened', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
  {
    key: 'state',
    head: 'State',
    cell: ({ state }) => <StatusBadge domain="webhook" status={state} />,
  },
  { key: 'answer', head: 'Last answer', cell: (delivery) => <LastAnswer delivery={delivery} /> },
  {
    key: 'attempts',
    head: 'Attempts',
    cell: ({ attempts }) => <span className="num">{plural(attempts, 'attempt')}</span>,
  },
  {
    key: 'next',
    head: 'Next',
    cell: ({ nextAt }) => nextAt && <Next at={nextAt} isEnabled={isEnabled} />,
  },
  {
    key: 'open',
    head: <span className="sr-only">Details</span>,
    align: 'right',
    mobile: 'value',
    cell: ({ id, type, attempts }) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={`Details of ${type} after ${plural(attempts, 'attempt')}`}
        onClick={() => onOpen(id)}
      >
        Details
      </Button>
    ),
  },
]

/** Says how the last attempt was answered. */
export function LastAnswer({ delivery }: { delivery: WebhookDelivery }) {
  const { status, failure, ms, attemptedAt } = delivery
  if (!attemptedAt) return <span className="text-muted-foreground">None yet</span>
  return (
    <span className="text-sm">
      {status !== null && <span className="num font-medium">{status} </span>}
      {failure && failure !== 'status' && <span>{failureTexts[failure]} </span>}
      {ms !== null && (
        <span className="num whitespace-nowrap text-muted-foreground">in {ms} ms</span>
      )}
    </span>
  )
}

function Next({ at, isEnabled }: { at: Date; isEnabled: boolean }) {
  if (!isEnabled) return <span className="text-muted-foreground text-sm">Once it is enabled</span>
  const minutes = (at.getTime() - Date.now()) / 60_000
  if (minutes <= 0) return <span className="text-muted-foreground text-sm">Now</span>
  return (
    <>
      <span className="md:hidden">Again </span>
      <TimeText at={at} show={() => `in ${duration(minutes)}`} />
    </>
  )
}
