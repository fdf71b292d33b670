import { formatDollars, type OwnAuditRow } from '@semblance/contract'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { dateTime } from '@/lib/format.ts'
import { actionLabel } from './audit-labels.ts'
import { leafColumns } from './leaf-columns.tsx'

const others: Record<OwnAuditRow['by'], string> = {
  member: 'A member',
  key: 'A key',
  staff: 'Staff of Semblance',
  platform: 'The platform',
  closed: 'A closed account',
}

const nameOf = ({ by, name }: OwnAuditRow) => name ?? others[by]

/** Returns an amount of the row as text, null without one. */
function amountOf({ detail }: OwnAuditRow): string | null {
  const { amountCents } = detail
  return amountCents === undefined || amountCents === null
    ? null
    : formatDollars(Number(amountCents))
}

export const ownAuditColumns: readonly Column<OwnAuditRow>[] = [
  { csvHead: 'Number', csv: (row) => row.seq },
  {
    key: 'at',
    head: 'Time',
    cell: ({ at }) => <TimeText at={at} show={dateTime} />,
    csv: (row) => row.at,
  },
  {
    key: 'who',
    head: 'Who',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-1.5">
        {nameOf(row)}
        {row.by === 'key' && <Chip label="Key" />}
      </span>
    ),
    csv: nameOf,
  },
  { csvHead: 'Kind of who', csv: (row) => row.by },
  {
    key: 'what',
    head: 'What',
    mobile: 'title',
    cell: (row) => {
      const amount = amountOf(row)
      return (
        <span>
          {actionLabel(row.action)}
          {amount && (
            <>
              {', '}
              <span className="num font-semibold">{amount}</span>
            </>
          )}
        </span>
      )
    },
    csv: (row) => row.action,
  },
  {
    key: 'object',
    head: 'Object',
    cell: ({ object, objectName }) =>
      objectName ?? (
        <span className="mono text-muted-foreground text-xs [overflow-wrap:anywhere]">
          {object}
        </span>
      ),
    csv: (row) => row.object,
  },
  { csvHead: 'Name of the object', csv: (row) => row.objectName },
  { csvHead: 'Detail', csv: (row) => JSON.stringify(row.detail) },
  ...leafColumns,
]
