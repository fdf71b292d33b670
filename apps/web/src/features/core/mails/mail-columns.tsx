import type { SentMail } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { dateTime } from '@/lib/format.ts'

export const mailColumns = (onOpen: (id: string) => void): readonly Column<SentMail>[] => [
  { csvHead: 'To', csv: (mail) => mail.recipient },
  {
    key: 'subject',
    head: 'Mail',
    mobile: 'title',
    cell: ({ subject, recipient, failure, addressRefusedAt }) => (
      <div className="min-w-0 py-1">
        <div className="font-medium [overflow-wrap:anywhere]">{subject}</div>
        <div className="font-normal text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {recipient}
          {addressRefusedAt && <span className="text-destructive"> · refuses mail</span>}
        </div>
        {failure && (
          <div className="line-clamp-2 max-w-[64ch] font-normal text-destructive text-sm [overflow-wrap:anywhere]">
            {failure}
          </div>
        )}
      </div>
    ),
    csvHead: 'Subject',
    csv: (mail) => mail.subject,
  },
  { csvHead: 'State', csv: (mail) => mail.state },
  {
    key: 'at',
    head: 'Written',
    cell: ({ createdAt }) => <TimeText at={createdAt} show={dateTime} />,
    csv: (mail) => mail.createdAt,
  },
  {
    key: 'state',
    head: 'State',
    cell: ({ state, attempts, maxAttempts }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <StatusBadge domain="mail" status={state} />
        {Boolean(attempts) && (
          <span className="num text-muted-foreground text-xs">
            {attempts} of {maxAttempts} tries
          </span>
        )}
      </span>
    ),
  },
  { csvHead: 'Sent', csv: (mail) => mail.sentAt },
  { csvHead: 'Refused', csv: (mail) => mail.failedAt },
  { csvHead: 'Came back', csv: (mail) => mail.returnedAt },
  { csvHead: 'Address refused', csv: (mail) => mail.addressRefusedAt },
  { csvHead: 'Tries', csv: (mail) => mail.attempts },
  { csvHead: 'Last error', csv: (mail) => mail.failure },
  {
    key: 'open',
    head: <span className="sr-only">Open</span>,
    align: 'right',
    mobile: 'value',
    cell: ({ id, subject, recipient }) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={`Open "${subject}" to ${recipient}`}
        onClick={() => onOpen(id)}
      >
        Open
      </Button>
    ),
  },
]
