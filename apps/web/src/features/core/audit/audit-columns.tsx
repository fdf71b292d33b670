import type { AuditRow } from '@semblance/contract'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { dateTime } from '@/lib/format.ts'
import { actionLabel } from './audit-labels.ts'
import { leafColumns } from './leaf-columns.tsx'

const actorOf = ({ actorName }: AuditRow) => actorName ?? 'The platform'

export const auditColumns = (onOpen: (row: AuditRow) => void): readonly Column<AuditRow>[] => [
  { csvHead: 'Number', csv: (row) => row.seq },
  { csvHead: 'When', csv: (row) => row.at },
  {
    key: 'action',
    head: 'Action',
    mobile: 'title',
    cell: ({ action, object }) => (
      <div className="py-1">
        <div className="font-medium">{actionLabel(action)}</div>
        <div className="mono font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
          {object}
        </div>
      </div>
    ),
  },
  { key: 'actor', head: 'By', cell: actorOf, csv: actorOf },
  { csvHead: 'E-mail', csv: (row) => row.actorEmail },
  { csvHead: 'Action', csv: (row) => row.action },
  { csvHead: 'Object', csv: (row) => row.object },
  { csvHead: 'Detail', csv: (row) => JSON.stringify(row.detail) },
  { key: 'at', head: 'When', cell: ({ at }) => <TimeText at={at} show={dateTime} /> },
  ...leafColumns,
  {
    key: 'open',
    head: <span className="sr-only">Details</span>,
    align: 'right',
    mobile: 'value',
    cell: (row) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={`Details of ${actionLabel(row.action)}, number ${row.seq}`}
        onClick={() => onOpen(row)}
      >
        Details
      </Button>
    ),
  },
]
