import type { Checkout } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { ApprovalNeed, useNeed } from '@/components/blocks/approval/approval-need.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { orpc } from '@/lib/api/api.ts'
import { PaymentForm } from './payment-form.tsx'
import { StripePayment } from './stripe-payment.tsx'

/** Renders the payment, unless it needs an approval first. The built-in bank receives the account with each payment; Stripe has it stored. */
export function Pay({ checkout }: { checkout: Checkout }) {
  const query = useQuery(orpc.stripe.standing.queryOptions())
  const need = useNeed(checkout.offerId)
  if (need.isLoading) return <SkeletonPage />
  if (need.data?.needed) return <ApprovalNeed offerId={checkout.offerId} need={need.data} />
  return (
    <QueryState
      query={query}
      errorTitle="This payment did not load"
      errorText="Nothing was charged."
      skeleton={<SkeletonPage />}
    >
      {(standing) =>
        standing.provider === 'stripe' ? (
          <StripePayment checkout={checkout} standing={standing} need={need.data} />
        ) : (
          <PaymentForm checkout={checkout} need={need.data} />
        )
      }
    </QueryState>
  )
}
