/** Tax forms that organizations upload, W-9 or W-8BEN-E: held for staff to look at, never read by the platform. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { storedDocument } from '../core/documents.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { reasonForm } from '../core/text.ts'

export const taxFormKinds = { w9: 'W-9', w8ben_e: 'W-8BEN-E' } as const
export type TaxFormKind = keyof typeof taxFormKinds
export const taxFormKindNames = Object.keys(taxFormKinds) as [TaxFormKind, ...TaxFormKind[]]

/** Returns the kind that an organization of this country usually signs; either can be chosen. */
export const likelyTaxForm = (country: string | null): TaxFormKind =>
  country === 'US' ? 'w9' : 'w8ben_e'

/** Lists what staff have said of a form. */
export const taxFormStates = ['waiting', 'accepted', 'refused'] as const
export type TaxFormState = (typeof taxFormStates)[number]

/** Lists how an organization stands with its tax form. */
export const taxFormStatuses = ['missing', 'waiting', 'accepted', 'refused', 'expired'] as const
export type TaxFormStatus = (typeof taxFormStatuses)[number]

/** Sets the days before the last one on which members are reminded. */
export const taxFormReminderDays = 30

/**
 * Returns the last day of a form signed on a day, both as YYYY-MM-DD: of a W-8BEN-E the end of the third
 * calendar year after that of its signature. Null for a W-9, which does not expire by the calendar.
 */
export const lastDayOf = (kind: TaxFormKind, signedOn: string): string | null =>
  kind === 'w9' ? null : `${Number(signedOn.slice(0, 4)) + 3}-12-31`

type Stands = { state: TaxFormState; lastDay: string | null }

/** Returns true if the last day of a form is before today, both as YYYY-MM-DD. */
export const isTaxFormExpired = ({ lastDay }: Pick<Stands, 'lastDay'>, today: string): boolean =>
  lastDay !== null && lastDay < today

/**
 * Returns how forms that are not replaced stand together, newest first: an accepted one counts until its
 * last day, also while a newer one waits or was refused.
 */
export function taxFormStatusOf(forms: readonly Stands[], today: string): TaxFormStatus {
  const accepted = forms.filter(({ state }) => state === 'accepted')
  if (accepted.some((form) => !isTaxFormExpired(form, today))) return 'accepted'
  const newest = forms[0]
  if (!newest) return 'missing'
  return newest.state === 'accepted' ? 'expired' : newest.state
}

/** Holds a day of the calendar. */
const day = z.iso.date('Enter the date as YYYY-MM-DD')

export const taxForm = z.object({
  id: z.uuid(),
  kind: z.enum(taxFormKindNames),
  /** Holds the day on the form, as stated at the upload. */
  signedOn: day,
  /** The last day of a W-8BEN-E; null for a W-9. */
  lastDay: day.nullable(),
  state: z.enum(taxFormStates),
  /** Set if staff refused it. */
  reason: z.string().nullable(),
  decidedAt: z.date().nullable(),
  document: storedDocument,
})
export type TaxForm = z.infer<typeof taxForm>

export const taxFormOverview = z.object({
  status: z.enum(taxFormStatuses),
  /** Those that are not replaced, newest first: one accepted at most, and one that is newer. */
  forms: z.array(taxForm),
})
export type TaxFormOverview = z.infer<typeof taxFormOverview>

export const taxFormForStaff = taxForm.extend({
  organization: z.uuid(),
  organizationName: z.string(),
  country: z.string(),
})
export type TaxFormForStaff = z.infer<typeof taxFormForStaff>

/** Holds the query of an upload, whose body is the file. */
export const taxFormUpload = z.object({
  kind: z.enum(taxFormKindNames, 'Choose W-9 or W-8BEN-E'),
  signedOn: day,
})

const link = z.object({ url: z.string() })
const byId = z.object({ taxFormId: z.uuid() })

export const taxForms = {
  get: oc
    .route({
      method: 'GET',
      path: '/tax-forms',
      summary: "The organization's tax form and how it stands",
    })
    .output(taxFormOverview),
  open: oc
    .route({
      method: 'POST',
      path: '/tax-forms/{taxFormId}/link',
      summary: "A link to a tax form of the organization's own (finance, administrator)",
    })
    .input(byId)
    .output(link),
  staff: {
    list: oc
      .route({
        method: 'GET',
        path: '/admin/tax-forms',
        summary: 'Tax forms that wait for staff, the longest first (staff)',
      })
      .input(pageInput)
      .output(pageOf(taxFormForStaff)),
    open: oc
      .route({
        method: 'POST',
        path: '/admin/tax-forms/{taxFormId}/link',
        summary: 'A link to a tax form, which is recorded (staff)',
      })
      .input(byId)
      .output(link),
    accept: oc
      .route({
        method: 'POST',
        path: '/admin/tax-forms/{taxFormId}/accept',
        summary: 'Accept a tax form, which replaces the one before (staff)',
      })
      .input(byId)
      .output(taxFormForStaff),
    refuse: oc
      .route({
        method: 'POST',
        path: '/admin/tax-forms/{taxFormId}/refuse',
        summary: 'Refuse a tax form with a reason that the organization reads (staff)',
      })
      .input(byId.extend(reasonForm.shape))
      .output(taxFormForStaff),
  },
}
