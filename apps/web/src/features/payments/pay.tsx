import type { Checkout } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/skeleton-page.tsx'
import { orpc } from '@/lib/api.ts'
import { PaymentForm } from './payment-form.tsx'
import { StripePayment } from './stripe-payment.tsx'

/** The built-in bank is told the account each time; Stripe has it. */
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
