/** Claims and shares as they are typed: amounts are text until they are read as dollars. */
import {
  dataClaims,
  disputeAnswerForm,
  disputeForm,
  parseDollars,
  partNeedsAmount,
  rulingForm,
  settlementForm,
} from '@semblance/contract'
import { z } from 'zod'

const dollars = z
  .string()
  .trim()
  .transform((text, context) => {
    const cents = parseDollars(text)
    if (cents !== null) return cents
    context.addIssue({
      code: 'custom',
      message: text ? 'Enter an amount in dollars' : 'Amount is required',
    })
    return z.NEVER
  })

/** Parses an amount; empty is null. The chosen remedy determines if an amount is required. */
const refundCents = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === '') return null
    const cents = parseDollars(text)
    if (cents === null) context.addIssue({ code: 'custom', message: 'Enter an amount in dollars' })
    return cents
  })

const { check, problem } = partNeedsAmount

export const disputeFormSchema = z
  .object({ ...disputeForm.shape, refundCents, claims: dataClaims })
  .refine(check, problem)
export type DisputeFormInput = z.input<typeof disputeFormSchema>
export type DisputeFormOutput = z.output<typeof disputeFormSchema>

export const typedAnswer = z
  .object({ ...disputeAnswerForm.shape, refundCents })
  .refine(check, problem)
export type TypedClaim = z.input<typeof typedAnswer>
export type ReadClaim = z.output<typeof typedAnswer>

export const typedSettlement = z.object({ ...settlementForm.shape, toVendorCents: dollars })
export const typedRuling = z.object({ ...rulingForm.shape, toVendorCents: dollars })
