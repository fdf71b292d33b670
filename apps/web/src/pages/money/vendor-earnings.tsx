import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { EarningsChart } from '@/features/money/earnings/earnings-chart.tsx'
import { EarningsStrip } from '@/features/money/earnings/earnings-strip.tsx'
import { ExportReport } from '@/features/money/earnings/export-report.tsx'
import { MonthlyStatement, statementQuery } from '@/features/money/earnings/monthly-statement.tsx'
import { Transactions, transactionsQuery } from '@/features/money/earnings/transactions.tsx'
import { NextPayout, nextPayoutQuery } from '@/features/money/payouts/next-payout.tsx'
import { PayoutHistory, payoutsQuery } from '@/features/money/payouts/payout-history.tsx'
import { orpc } from '@/lib/api/api.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'

const summaryQuery = orpc.earnings.summary.queryOptions()

export const queries = queriesForRole('vendor', (_, search) => [
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
          <RequireSide side="vendor" otherwise={null}>
            <ExportReport />
          </RequireSide>
        }
      />
      <RequireSide side="vendor">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Figures />
          <NextPayout />
          <Transactions />
          <PayoutHistory />
          <MonthlyStatement />
        </div>
      </RequireSide>
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
