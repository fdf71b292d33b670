/** The request form as people type it: money and days are text until it is sent. */
import { dprForm, parseDollars } from '@semblance/contract'
import { z } from 'zod'

const dollars = z.string().transform((text, context) => {
  const cents = parseDollars(text)
  if (cents !== null) return cents
  const message = text.trim() ? 'Enter dollars, such as 18,500' : 'Budget is required'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

export const typedDprForm = z
  .object({
    ...dprForm.shape,
    budgetMinCents: dollars,
    budgetMaxCents: dollars,
    // An empty box is no number; Number('') would be 0.
    timelineDays: z
      .string()
      .transform((text) => Number(text.trim() || Number.NaN))
      .pipe(dprForm.shape.timelineDays),
  })
  .pipe(dprForm)
export type TypedDprForm = z.input<typeof typedDprForm>

export const emptyDprForm = {
  title: '',
  category: undefined,
  description: '',
  useCase: '',
  complianceRequirements: '',
  deliveryFormat: undefined,
  contacts: '',
  notes: '',
  budgetMinCents: '',
  budgetMaxCents: '',
  timelineDays: '',
} satisfies { [Name in keyof TypedDprForm]-?: TypedDprForm[Name] | undefined }
