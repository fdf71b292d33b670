import { type DprTab, dprCan, dprStatusLabels, type OwnDpr } from '@semblance/contract'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { Id } from '@/components/blocks/id.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { date, usdRange } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { timeLeft } from './closing.ts'
import { DprMenu } from './dpr-menu.tsx'

const request: Column<OwnDpr> = {
  key: 'request',
  head: 'Request',
  mobile: 'title',
  cell: (row) => (
    <div className="min-w-0">
      <div className="font-medium">{row.title}</div>
      <Id>{row.id}</Id>
    </div>
  ),
}

const status: Column<OwnDpr> = {
  key: 'status',
  head: 'Status',
  cell: (row) => <StatusBadge status={dprStatusLabels[row.status]} />,
}

const offers: Column<OwnDpr> = {
  key: 'offers',
  head: 'Offers',
  align: 'right',
  cell: (row) => (
    <span className={row.offersCount ? undefined : 'text-muted-foreground'}>
      {row.offersCount}
      <span className="md:hidden"> {row.offersCount === 1 ? 'offer' : 'offers'}</span>
    </span>
  ),
}

const budget: Column<OwnDpr> = {
  key: 'budget',
  head: 'Budget',
  align: 'right',
  mobile: 'value',
  cell: (row) => (
    <span className="num whitespace-nowrap">
      {usdRange(Number(row.budgetMinCents), Number(row.budgetMaxCents))}
    </span>
  ),
}

const created: Column<OwnDpr> = {
  key: 'created',
  head: 'Created',
  cell: (row) => <When at={row.createdAt} show={date} />,
}

const closes: Column<OwnDpr> = {
  key: 'closes',
  head: 'Closes',
  cell: (row) => (
    <span className="num whitespace-nowrap">
      {dprCan.takeOffers(row.status) ? (
        <span title={`Takes offers until ${date(row.closesAt)}`}>{timeLeft(row.closesAt)}</span>
      ) : (
        <span className="text-muted-foreground">
          Closed<span className="sr-only"> for offers</span>
        </span>
      )}
    </span>
  ),
}

const closed: Column<OwnDpr> = {
  key: 'closed',
  head: 'Closed',
  cell: (row) => (
    <span className="num whitespace-nowrap">{row.closedAt && date(row.closedAt)}</span>
  ),
}

const actions: Column<OwnDpr> = {
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
      <DprMenu dpr={row} inRow />
    </div>
  ),
}

const columns: Record<DprTab, Column<OwnDpr>[]> = {
  active: [request, status, offers, budget, created, closes, actions],
  pending: [request, status, offers, budget, created, closes, actions],
  fulfilled: [request, status, offers, budget, created, actions],
  closed: [request, status, offers, budget, created, closed, actions],
}

export const columnsOf = (tab: DprTab) => columns[tab]
