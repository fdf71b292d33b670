import type { Checkout } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { isUnreachable, QueryState } from '@/components/blocks/states/query-state.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { NothingToPay } from '@/features/money/payments/nothing-to-pay.tsx'
import { Pay } from '@/features/money/payments/pay.tsx'
import { PaymentSuccess } from '@/features/money/payments/payment-success.tsx'
import { PaymentWaiting } from '@/features/money/payments/payment-waiting.tsx'
import { usePaymentState } from '@/features/money/payments/use-payment-state.ts'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { paths } from '@/paths.ts'

/** Polls every 3 s for browsers that miss the event with the bank's answer. */
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
  isUnreachable(error) || toProblem(error).code === 'offer_not_accepted'

function PaymentSteps({ checkout }: { checkout: Checkout }) {
  const { payment, totalCents, contractStatus, reason, isVendorSuspended } = checkout
  const { hasSettledHere } = usePaymentState(checkout)
  if (payment && hasSettledHere) return <PaymentSuccess checkout={checkout} payment={payment} />
  if (payment?.state === 'submitted')
    return <PaymentWaiting key={payment.id} checkout={checkout} payment={payment} />
  const isOpen =
    totalCents > 0n && contractStatus !== 'disputed' && !(isVendorSuspended && reason === 'funding')
  return (
    <>
      <PageHeader
        back={{ label: 'Offers', to: paths.offers }}
        title="Pay into escrow"
        meta="Nothing reaches the vendor until the contract says so."
      />
      {isOpen ? (
        <RoleGate procedure="payments.fund" to="pay into escrow" className="card p-5">
          <Pay checkout={checkout} />
        </RoleGate>
      ) : (
        <NothingToPay checkout={checkout} />
      )}
    </>
  )
}
