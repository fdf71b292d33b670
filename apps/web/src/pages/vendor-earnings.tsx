import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { EarningsChart } from '@/features/earnings/earnings-chart.tsx'
import { EarningsStrip } from '@/features/earnings/earnings-strip.tsx'
import { ExportReport } from '@/features/earnings/export-report.tsx'
import { MonthlyStatement, statementQuery } from '@/features/earnings/monthly-statement.tsx'
import { Transactions, transactionsQuery } from '@/features/earnings/transactions.tsx'
import { NextPayout, nextPayoutQuery } from '@/features/payouts/next-payout.tsx'
import { PayoutHistory, payoutsQuery } from '@/features/payouts/payout-history.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { orpc } from '@/lib/api.ts'
import { onlyFor } from '@/lib/page-queries.ts'

const summaryQuery = orpc.earnings.summary.queryOptions()

export const queries = onlyFor('vendor', (_, search) => [
  summaryQuery,
  nextPayoutQuery,
  transactionsQuery(search),
  payoutsQuery,
  statementQuery(search),
])

export default function VendorEarningsPage() {
  return (
    <WorkPage side="vendor" title="Earnings">
      <PageHeader
        title="Earnings"
        meta="Payments are processed within 2-3 business days of release."
        actions={
          <SideOnly side="vendor" otherwise={null}>
            <ExportReport />
          </SideOnly>
        }
      />
      <SideOnly side="vendor">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Figures />
          <NextPayout />
          <Transactions />
          <PayoutHistory />
          <MonthlyStatement />
        </div>
      </SideOnly>
    </WorkPage>
  )
}

function Figures() {
  const query = useQuery(summaryQuery)
  return (
    <QueryState query={query} errorTitle="Earnings did not load" skeleton={<FiguresSkeleton />}>
      {(summary) => (
        <>
          <EarningsStrip summary={summary} />
          <EarningsChart months={summary.months} />
        </>
      )}
    </QueryState>
  )
}

function FiguresSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-[277px] rounded-lg md:h-[112px]" />
      <Skeleton className="h-[324px] rounded-lg" />
    </div>
  )
}
