import type { SentMail } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { dateTime } from '@/lib/format.ts'

export const mailColumns = (onOpen: (id: string) => void): readonly Column<SentMail>[] => [
  {
    key: 'subject',
    head: 'Mail',
    mobile: 'title',
    cell: ({ subject, recipient, failure }) => (
      <div className="min-w-0 py-1">
        <div className="font-medium [overflow-wrap:anywhere]">{subject}</div>
        <div className="font-normal text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {recipient}
        </div>
        {failure && (
          <div className="line-clamp-2 max-w-[64ch] font-normal text-destructive text-sm [overflow-wrap:anywhere]">
            {failure}
          </div>
        )}
      </div>
    ),
  },
  { key: 'at', head: 'Written', cell: ({ createdAt }) => <When at={createdAt} show={dateTime} /> },
  {
    key: 'state',
    head: 'State',
    cell: ({ state, attempts, maxAttempts }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <StatusBadge status={state} />
        {Boolean(attempts) && (
          <span className="num text-muted-foreground text-xs">
            {attempts} of {maxAttempts} tries
          </span>
        )}
      </span>
    ),
  },
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
