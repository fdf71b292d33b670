import { categories, type DprTab, dprCan, type OwnDpr } from '@semblance/contract'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column, FileColumn } from '@/components/ui/data-table-column.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { date, usdRange } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { DprMenu } from './dpr-menu.tsx'
import { timeLeft } from './form/closing.ts'

const id: FileColumn<OwnDpr> = { csvHead: 'ID', csv: (row) => row.id }

const category: FileColumn<OwnDpr> = {
  csvHead: 'Category',
  csv: (row) => categories[row.category],
}

const budgetAndTimeline: FileColumn<OwnDpr>[] = [
  { csvHead: 'Budget from (USD)', csv: (row) => plainUsd(row.budgetMinCents) },
  { csvHead: 'Budget to (USD)', csv: (row) => plainUsd(row.budgetMaxCents) },
  { csvHead: 'Timeline (days)', csv: (row) => row.timelineDays },
]

const closesAt: FileColumn<OwnDpr> = { csvHead: 'Closes', csv: (row) => row.closesAt }

const closedAt: FileColumn<OwnDpr> = { csvHead: 'Closed', csv: (row) => row.closedAt }

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
  csv: (row) => row.title,
}

const status: Column<OwnDpr> = {
  key: 'status',
  head: 'Status',
  cell: (row) => <StatusBadge domain="dpr" status={row.status} />,
  csv: (row) => statusLabel('dpr', row.status),
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
  csv: (row) => row.offersCount,
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
  cell: (row) => <TimeText at={row.createdAt} show={date} />,
  csv: (row) => row.createdAt,
}

const closes: Column<OwnDpr> = {
  ...closesAt,
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
  ...closedAt,
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

const first = [id, request, category, status, offers, budget, ...budgetAndTimeline, created]

/** The file has the same columns for every tab. */
const columns: Record<DprTab, readonly Column<OwnDpr>[]> = {
  active: [...first, closes, closedAt, actions],
  pending: [...first, closes, closedAt, actions],
  fulfilled: [...first, closesAt, closedAt, actions],
  closed: [...first, closesAt, closed, actions],
}

export const columnsOf = (tab: DprTab) => columns[tab]
