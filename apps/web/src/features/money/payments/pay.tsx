import type { Checkout } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { orpc } from '@/lib/api/api.ts'
import { PaymentForm } from './payment-form.tsx'
import { StripePayment } from './stripe-payment.tsx'

/** Renders the payment. The built-in bank receives the account with each payment; Stripe has it stored. */
export function Pay({ checkout }: { checkout: Checkout }) {
  const query = useQuery(orpc.stripe.standing.queryOptions())
  return (
    <QueryState
      query={query}
      errorTitle="This payment did not load"
      errorText="Nothing was charged."
      skeleton={<SkeletonPage />}
    >
      {(standing) =>
        standing.provider === 'stripe' ? (
          <StripePayment checkout={checkout} standing={standing} />
        ) : (
          <PaymentForm checkout={checkout} />
        )
      }
    </QueryState>
  )
}
