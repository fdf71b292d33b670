import { bankAccountForm } from '@semblance/contract'
import { z } from 'zod'

/** Describes bank details and consent; the offer is sent separately. */
export const paymentForm = z.object({
  ...bankAccountForm.shape,
  termsAccepted: z.literal(true, {
    error: 'Accept the terms and conditions to authorize this payment',
  }),
})
export type PaymentValues = z.infer<typeof paymentForm>
