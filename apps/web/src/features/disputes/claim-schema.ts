/** Claims as they are typed: amounts are text until they are read as dollars. */
import {
  type DisputeAsk,
  type DisputeReason,
  disputeAnswerForm,
  disputeForm,
  parseDollars,
  rulingForm,
  settlementForm,
} from '@semblance/contract'
import { z } from 'zod'

const dollars = (label: string) =>
  z
    .string()
    .trim()
    .transform((text, context) => {
      const cents = parseDollars(text)
      if (cents !== null) return cents
      context.addIssue({
        code: 'custom',
        message: text ? `${label} is no amount in dollars` : `${label} is required`,
      })
      return z.NEVER
    })

/** An empty amount is none; whether one is needed says the claim's own schema. */
const refund = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === '') return null
    const cents = parseDollars(text)
    if (cents === null) context.addIssue({ code: 'custom', message: 'Enter an amount in dollars' })
    return cents
  })

// What was chosen is checked by the contract's own schema.
const typed = { statement: z.string(), asks: z.custom<DisputeAsk>(), refundCents: refund }

export const typedDispute = z
  .object({ ...typed, reason: z.custom<DisputeReason>() })
  .pipe(disputeForm)
export const typedAnswer = z.object(typed).pipe(disputeAnswerForm)
export type TypedClaim = z.input<typeof typedAnswer>

export const typedSettlement = z
  .object({ toVendorCents: dollars('Amount'), note: z.string() })
  .pipe(settlementForm)
export const typedRuling = z
  .object({ toVendorCents: dollars('Amount'), reasons: z.string() })
  .pipe(rulingForm)
