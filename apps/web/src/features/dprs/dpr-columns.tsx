import { type DprSummary, dprCan, dprStatusLabels } from '@semblance/contract'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { Id } from '@/components/blocks/id.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { date, usdRange } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

export const dprColumns: Column<DprSummary>[] = [
  {
    key: 'request',
    head: 'Request',
    mobile: 'title',
    cell: (row) => (
      <div className="min-w-0">
        <div className="font-medium">{row.title}</div>
        <Id>{row.id}</Id>
      </div>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    cell: (row) => <StatusBadge status={dprStatusLabels[row.status]} />,
  },
  {
    key: 'offers',
    head: 'Offers',
    align: 'right',
    cell: (row) => (
      <span className={row.offersCount ? undefined : 'text-muted-foreground'}>
        {row.offersCount}
        <span className="md:hidden"> {row.offersCount === 1 ? 'offer' : 'offers'}</span>
      </span>
    ),
  },
  {
    key: 'budget',
    head: 'Budget',
    align: 'right',
    mobile: 'value',
    cell: (row) => (
      <span className="num whitespace-nowrap">
        {usdRange(Number(row.budgetMinCents), Number(row.budgetMaxCents))}
      </span>
    ),
  },
  {
    key: 'created',
    head: 'Created',
    cell: (row) => <span className="num whitespace-nowrap">{date(row.createdAt)}</span>,
  },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'action',
    cell: (row) => (
      <div className="inline-flex gap-2 max-md:w-full">
        {dprCan.download(row.status) && (
          <Button size="sm" asChild>
            <Link to={paths.download(row.id)} aria-label={`Download ${row.title}`}>
              <Download aria-hidden />
              Download
            </Link>
          </Button>
        )}
        <Button size="sm" variant="outline" asChild>
          <Link to={paths.dpr(row.id)} aria-label={`See Details of ${row.title}`}>
            See Details
          </Link>
        </Button>
      </div>
    ),
  },
]
