import type { AuditRow } from '@semblance/contract'
import { When } from '@/components/blocks/when.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { dateTime } from '@/lib/format.ts'
import { actionInWords } from './audit-words.ts'

export const auditColumns = (onOpen: (row: AuditRow) => void): readonly Column<AuditRow>[] => [
  {
    key: 'action',
    head: 'Action',
    mobile: 'title',
    cell: ({ action, object }) => (
      <div className="py-1">
        <div className="font-medium">{actionInWords(action)}</div>
        <div className="mono font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
          {object}
        </div>
      </div>
    ),
  },
  { key: 'actor', head: 'By', cell: ({ actorName }) => actorName ?? 'The platform' },
  { key: 'at', head: 'When', cell: ({ at }) => <When at={at} show={dateTime} /> },
  {
    key: 'link',
    head: 'Link',
    mobile: 'hide',
    cell: ({ position, hash }) =>
      position === null ? (
        <span className="text-muted-foreground text-sm">Within a minute</span>
      ) : (
        <span className="mono whitespace-nowrap text-muted-foreground text-xs">
          {String(position)} · {hash?.slice(0, 8)}
        </span>
      ),
  },
  {
    key: 'open',
    head: <span className="sr-only">Details</span>,
    align: 'right',
    mobile: 'value',
    cell: (row) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={`Details of ${actionInWords(row.action)}, number ${row.seq}`}
        onClick={() => onOpen(row)}
      >
        Details
      </Button>
    ),
  },
]
