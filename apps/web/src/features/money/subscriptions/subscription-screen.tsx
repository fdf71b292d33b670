import type { BillingOverview } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { usdExact } from '@/lib/format.ts'
import { ChargeHistory, chargesQuery } from './charge-history.tsx'
import { MethodPanel } from './method-panel.tsx'
import { OtherPayments } from './other-payments.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { UsagePanel } from './usage-panel.tsx'

/** Lists the error codes of users without an organization, or not yet in one, who have no plan. */
const withoutPlan = [
  'not_permitted',
  'membership_pending',
  'membership_ended',
  'organization_suspended',
  'sign_in_required',
]

const billingQuery = orpc.billing.get.queryOptions()

/** Returns the first queries of the screen. */
export const billingQueries = () => [billingQuery, chargesQuery]

/** Shows the organization's plan: administrators act, members read, visitors see the sample's. */
export function BillingDesk() {
  const query = useQuery(billingQuery)
  return (
    <QueryState
      query={query}
      errorTitle="Your billing did not load"
      errorText="Nothing was changed."
      skeleton={<DeskSkeleton />}
      isNotFound={(error) => withoutPlan.includes(toProblem(error).code)}
      notFound={
        <div className="card">
          <EmptyState title="No organization to show">{toProblem(query.error).message}</EmptyState>
        </div>
      }
    >
      {(billing) => <Desk billing={billing} />}
    </QueryState>
  )
}

function Desk({ billing }: { billing: BillingOverview }) {
  return (
    <div className="grid gap-5">
      <PastDue billing={billing} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
        <div className="grid min-w-0 gap-5">
          <PlanPanel billing={billing} />
          <UsagePanel billing={billing} />
        </div>
        <div className="grid min-w-0 gap-5">
          <MethodPanel billing={billing} />
          <OtherPayments />
        </div>
      </div>
      <ChargeHistory hasMethod={billing.method !== null} />
    </div>
  )
}

function DeskSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading</span>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
        <div className="grid gap-5">
          <Skeleton className="h-[238px] rounded-lg" />
          <Skeleton className="h-[268px] rounded-lg" />
        </div>
        <div className="grid content-start gap-5">
          <Skeleton className="h-[290px] rounded-lg" />
          <Skeleton className="h-[170px] rounded-lg" />
        </div>
      </div>
      <Skeleton className="h-[320px] rounded-lg" />
    </div>
  )
}

/** Above everything while something could not be taken. */
function PastDue({ billing }: { billing: BillingOverview }) {
  const { pastDueCents, method } = billing
  if (pastDueCents === 0n) return null
  return (
    <section
      aria-label="Past due"
      className="flex gap-3.5 rounded-lg border border-destructive/40 bg-st-danger-bg px-4 py-4 md:px-5"
    >
      <CircleAlert className="mt-0.5 size-[18px] shrink-0 text-destructive" aria-hidden />
      <div className="min-w-0">
        <h2 className="font-semibold text-st-danger-fg">
          {usdExact(Number(pastDueCents))} is past due
        </h2>
        <p className="mt-0.5 max-w-[80ch] text-base">
          Your bank did not make a payment for the plan; the payment history says why.{' '}
          {method
            ? 'Change the payment method or try again.'
            : 'Add a payment method, and it is charged at once.'}{' '}
          Nothing is locked meanwhile.
        </p>
      </div>
    </section>
  )
}
