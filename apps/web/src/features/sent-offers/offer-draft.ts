import { offerForm, parseDollars } from '@semblance/contract'
import { z } from 'zod'

const { priceCents, timelineDays, description, termsAccepted } = offerForm.shape

/** The offer form as it is typed, read into what the contract asks for. */
export const offerDraft = z.object({
  amount: z
    .string()
    .trim()
    .min(1, 'Enter your offer amount')
    .transform((text, issues) => {
      const cents = parseDollars(text)
      if (cents !== null) return cents
      issues.addIssue({ code: 'custom', message: 'Enter an amount in dollars, such as 18,500' })
      return z.NEVER
    })
    .pipe(priceCents),
  timeline: z
    .string()
    .trim()
    .min(1, { error: 'Enter your timeline in days', abort: true })
    .regex(/^\d+$/, { error: 'Enter a whole number of days', abort: true })
    .transform(Number)
    .pipe(timelineDays),
  description,
  // An unticked box is input like any other, and refused with the contract's sentence.
  terms: z.boolean().pipe(termsAccepted),
})

export type TypedOffer = { amount: string; timeline: string; description: string; terms: boolean }
export type OfferDraft = z.output<typeof offerDraft>

export const emptyOffer: TypedOffer = { amount: '', timeline: '', description: '', terms: false }

/** Fields of the contract's form under their names here. */
export const draftFieldOf: Record<string, keyof TypedOffer> = {
  priceCents: 'amount',
  timelineDays: 'timeline',
  description: 'description',
  termsAccepted: 'terms',
}
