import type { Checkout } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/not-found-state.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { isOutOfReach, QueryState } from '@/components/blocks/query-state.tsx'
import { NothingToPay } from '@/features/payments/nothing-to-pay.tsx'
import { Pay } from '@/features/payments/pay.tsx'
import { PaymentSuccess } from '@/features/payments/payment-success.tsx'
import { PaymentWaiting } from '@/features/payments/payment-waiting.tsx'
import { usePaymentState } from '@/features/payments/use-payment-state.ts'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { paths } from '@/paths.ts'

/** Events tell of the bank's answer; this is for a browser that misses them. */
const pollMs = 3000

export default function PaymentPage() {
  const { offerId = '' } = useParams()
  const query = useQuery(
    orpc.payments.checkout.queryOptions({
      input: { offerId },
      refetchInterval: ({ state }) => state.data?.payment?.state === 'submitted' && pollMs,
    }),
  )
  return (
    <WorkPage side="client" title="Pay into escrow">
      <QueryState
        query={query}
        errorTitle="This payment did not load"
        errorText="Nothing was charged."
        isPage
        isNotFound={hasNoPayment}
        notFound={
          <NotFoundState record="payment" back={{ label: 'Back to offers', to: paths.offers }}>
            There is no accepted offer of yours at this address. Accept an offer before paying for
            it.
          </NotFoundState>
        }
      >
        {(checkout) => <PaymentSteps key={offerId} checkout={checkout} />}
      </QueryState>
    </WorkPage>
  )
}

const hasNoPayment = (error: unknown) =>
  isOutOfReach(error) || toProblem(error).code === 'offer_not_accepted'

function PaymentSteps({ checkout }: { checkout: Checkout }) {
  const { payment, totalCents, contractStatus } = checkout
  const { hasSettledHere } = usePaymentState(checkout)
  if (payment && hasSettledHere) return <PaymentSuccess checkout={checkout} payment={payment} />
  if (payment?.state === 'submitted')
    return <PaymentWaiting key={payment.id} checkout={checkout} payment={payment} />
  const isOpen = totalCents > 0n && contractStatus !== 'disputed'
  return (
    <>
      <PageHeader
        back={{ label: 'Offers', to: paths.offers }}
        title="Pay into escrow"
        meta="Nothing reaches the vendor until the contract says so."
      />
      {isOpen ? <Pay checkout={checkout} /> : <NothingToPay checkout={checkout} />}
    </>
  )
}
