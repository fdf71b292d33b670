import { type Checkout, contractCan } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/not-found-state.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/skeleton-page.tsx'
import { AlreadyPaid } from '@/features/payments/already-paid.tsx'
import { PaymentForm } from '@/features/payments/payment-form.tsx'
import { PaymentSuccess } from '@/features/payments/payment-success.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { paths } from '@/paths.ts'

export default function PaymentPage() {
  const { offerId = '' } = useParams()
  const query = useQuery(orpc.payments.checkout.queryOptions({ input: { offerId } }))
  return (
    <WorkPage side="client" title="Pay into escrow">
      <QueryState
        query={query}
        errorTitle="This payment did not load"
        errorText="Nothing was charged."
        skeleton={<SkeletonPage />}
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

function hasNoPayment(error: unknown) {
  const { code } = toProblem(error)
  return code === 'not_found' || code === 'offer_not_accepted'
}

function PaymentSteps({ checkout }: { checkout: Checkout }) {
  const [paid, setPaid] = useState(false)
  if (paid) return <PaymentSuccess checkout={checkout} />
  return (
    <>
      <PageHeader
        back={{ label: 'Offers', to: paths.offers }}
        title="Pay into escrow"
        meta="Nothing reaches the vendor until you accept the delivery."
      />
      {contractCan.fund(checkout.contractStatus) ? (
        <PaymentForm checkout={checkout} onPaid={() => setPaid(true)} />
      ) : (
        <AlreadyPaid checkout={checkout} />
      )}
    </>
  )
}
