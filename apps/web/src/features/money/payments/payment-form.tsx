import { zodResolver } from '@hookform/resolvers/zod'
import type { Checkout, PurchaseNeed } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FieldPath, FormProvider, useForm } from 'react-hook-form'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { BankRefusal } from './bank-error.tsx'
import { BankFields } from './bank-fields.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { type PaymentValues, paymentForm } from './payment-form-schema.ts'
import { PaymentSummary } from './payment-summary.tsx'
import { useReferences } from './purchase-references.tsx'
import { keptPaymentForm } from './use-payment-state.ts'

/**
 * Submits the payment to the bank. The page then waits for the answer, and returns here after a
 * refusal.
 */
export function PaymentForm({ checkout, need }: { checkout: Checkout; need?: PurchaseNeed }) {
  const { offerId, payment } = checkout
  const refused = payment?.failure ? payment : null
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const consent = useConsent('checkout')
  const references = useReferences(need)
  const form = useForm<PaymentValues>({
    resolver: zodResolver(paymentForm),
    defaultValues: {
      accountHolderName: refused?.accountHolderName ?? '',
      accountNumber: '',
      routingNumber: '',
      bankName: refused?.bankName ?? '',
    },
  })
  usePersistedForm(form, keptPaymentForm(offerId), {
    except: ['accountNumber', 'routingNumber', 'termsAccepted'],
  })

  const fund = useMutation(
    orpc.payments.fund.mutationOptions({
      onError: (error) => {
        const problem = toProblem(error)
        if (consent.renew(problem.code)) {
          form.resetField('termsAccepted')
          form.setError('termsAccepted', { message: problem.message })
        }
        references.setFaults(problem.fields)
        for (const [name, message] of Object.entries(problem.fields))
          form.setError(name.split('.').at(-1) as FieldPath<PaymentValues>, { message })
        showProblem('Payment not made', problem)
      },
      // After a refusal too: it may have been paid in another tab. The button waits until the page knows.
      onSettled: () => queryClient.invalidateQueries(),
    }),
  )

  const submit = form.handleSubmit(
    ({ termsAccepted: _, ...bankAccount }) => {
      notify.dismiss()
      signInFirst(() =>
        fund.mutate({
          offerId,
          bankAccount,
          accepted: consent.accepted,
          totalCents: checkout.totalCents,
          ...references.values,
        }),
      )
    },
    (errors) => {
      notify.dismiss()
      if (errors.termsAccepted)
        notify.error('Terms Required', 'Please accept the terms and conditions to proceed.')
    },
  )

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={submit}
        className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_396px]"
      >
        <div className="grid min-w-0 gap-5">
          {refused && <BankRefusal payment={refused} />}
          <CheckoutSummary checkout={checkout} />
          <BankFields />
          {references.panel}
        </div>
        <PaymentSummary checkout={checkout} submitting={fund.isPending} />
      </form>
    </FormProvider>
  )
}
