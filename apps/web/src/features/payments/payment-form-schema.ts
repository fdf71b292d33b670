import { bankAccountForm } from '@semblance/contract'
import { z } from 'zod'

/** Bank details and consent; the server is told which offer they are for. */
export const paymentForm = z.object({
  ...bankAccountForm.shape,
  termsAccepted: z.literal(true, {
    error: 'Accept the terms and conditions to authorize this payment',
  }),
})
export type PaymentValues = z.infer<typeof paymentForm>
