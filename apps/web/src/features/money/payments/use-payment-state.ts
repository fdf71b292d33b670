import type { Checkout } from '@semblance/contract'
import { useEffect, useState } from 'react'
import { notify } from '@/components/ui/toast.tsx'
import { forgetKeptForm } from '@/lib/forms/persisted-form.ts'

/**
 * Returns the name under which the payment's input, without the numbers, is stored until the bank
 * has settled.
 */
export const keptPaymentForm = (offerId: string) => `payment-${offerId}`

/** Follows a payment that is made, or still under way, while this page is open; says once what the bank made of it. */
export function usePaymentState({ offerId, payment }: Checkout) {
  const [finished] = useState(payment?.state === 'submitted' ? null : payment?.id)
  const isHere = payment !== null && payment.id !== finished
  const state = isHere ? payment.state : null
  const failure = isHere ? payment.failure : null
  useEffect(() => {
    if (state === 'settled') {
      forgetKeptForm(keptPaymentForm(offerId))
      notify.success(
        'Payment Successful',
        'Funds have been placed in escrow. The vendor has been notified to begin work.',
      )
    } else if (failure) notify.error('Payment not made', failure)
  }, [state, failure, offerId])
  return { hasSettledHere: state === 'settled' }
}
