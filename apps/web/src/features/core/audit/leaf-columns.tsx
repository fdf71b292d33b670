import type { AuditRow } from '@semblance/contract'
import type { Column } from '@/components/ui/data-table.tsx'
import { leafNote } from './audit-labels.ts'

/** Shows where a row of an audit log is in the public log. */
export const leafColumns: readonly Column<Pick<AuditRow, 'leaf' | 'commitment'>>[] = [
  {
    key: 'leaf',
    head: 'Leaf',
    mobile: 'hide',
    cell: ({ leaf, commitment }) => (
      <span className="mono whitespace-nowrap text-muted-foreground text-xs">
        {leaf ? `${leaf.index} · ${commitment?.slice(0, 8)}` : leafNote(commitment)}
      </span>
    ),
    csv: ({ leaf }) => leaf?.index,
  },
  { csvHead: 'Commitment', csv: (row) => row.commitment },
]
