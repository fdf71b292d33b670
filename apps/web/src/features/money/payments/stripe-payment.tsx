import { zodResolver } from '@hookform/resolvers/zod'
import type { Checkout, PurchaseNeed, StripeStanding } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { BankRefusal } from './bank-error.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { ConnectedAccount } from './connected-account.tsx'
import { paymentForm } from './payment-form-schema.ts'
import { PaymentSummary } from './payment-summary.tsx'
import { useReferences } from './purchase-references.tsx'

const consentForm = paymentForm.pick({ termsAccepted: true })

type StripePaymentProps = {
  checkout: Checkout
  standing: StripeStanding
  need?: PurchaseNeed
}

/** Pays by Stripe, which holds the bank account. */
export function StripePayment({ checkout, standing, need }: StripePaymentProps) {
  const { offerId, payment, totalCents } = checkout
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const consent = useConsent('checkout')
  const references = useReferences(need)
  const form = useForm({ resolver: zodResolver(consentForm) })
  const fund = useMutation(
    orpc.payments.fund.mutationOptions({
      onError: (error) => {
        const problem = toProblem(error)
        if (consent.renew(problem.code)) {
          form.resetField('termsAccepted')
          form.setError('termsAccepted', { message: problem.message })
        }
        references.setFaults(problem.fields)
        showProblem('Payment not made', problem)
      },
      onSettled: () => queryClient.invalidateQueries(),
    }),
  )
  const submit = form.handleSubmit(
    () => {
      notify.dismiss()
      signInFirst(() => {
        if (standing.bankAccount)
          fund.mutate({ offerId, accepted: consent.accepted, totalCents, ...references.values })
        else notify.error('Payment not made', 'Connect a bank account first.')
      })
    },
    () => notify.error('Terms Required', 'Please accept the terms and conditions to proceed.'),
  )
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={submit}
        className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_396px]"
      >
        <div className="grid min-w-0 gap-5">
          {payment && <BankRefusal payment={payment} />}
          <CheckoutSummary checkout={checkout} />
          <ConnectedAccount account={standing.bankAccount} />
          {references.panel}
        </div>
        <PaymentSummary checkout={checkout} submitting={fund.isPending} />
      </form>
    </FormProvider>
  )
}
