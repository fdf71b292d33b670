/** Says what a vendor's payouts have and lack, from facts, each with what to do next. Pure. */
import type {
  BankingDetails,
  PayoutOverview,
  StripeStanding,
  TaxFormOverview,
} from '@semblance/contract'
import { date, dateTime } from '@/lib/format.ts'
import { taxFormTexts } from '@/lib/forms/tax-form-texts.ts'

/** Only `todo` of the bank account or the agreement holds payouts back; `open` is left to the vendor. */
export type ReadinessState = 'done' | 'todo' | 'waiting' | 'open'

export type ReadinessItem = {
  id: 'account' | 'agreement' | 'tax_form' | 'vat'
  title: string
  state: ReadinessState
  /** States what there is, or what to do next. */
  text: string
}

export type ReadinessFacts = {
  overview: PayoutOverview
  /** Undefined while it is not known. */
  banking: BankingDetails | null | undefined
  stripe: StripeStanding | undefined
  taxForms: TaxFormOverview | undefined
}

export function readinessOf({
  overview,
  banking,
  stripe,
  taxForms,
}: ReadinessFacts): ReadinessItem[] {
  return [
    accountItem(overview),
    ...agreementItem(stripe),
    ...(taxForms ? [taxFormItem(taxForms)] : []),
    ...(banking !== undefined ? [vatItem(banking?.vatNumber ?? '')] : []),
  ]
}

function accountItem({ obstacle, holdUntil, account }: PayoutOverview): ReadinessItem {
  const item = { id: 'account', title: 'Bank account' } as const
  switch (obstacle) {
    case 'no_account':
      return { ...item, state: 'todo', text: 'None on file. Add the account to be paid to.' }
    case 'account_not_ready':
      return {
        ...item,
        state: 'todo',
        text: 'The payment provider needs more from you before it can pay you.',
      }
    case 'account_refused':
      return { ...item, state: 'todo', text: 'It has sent a payout back. Enter another account.' }
    case 'account_held':
      return {
        ...item,
        state: 'waiting',
        text: holdUntil
          ? `It changed: payouts are held until ${dateTime(holdUntil)}.`
          : 'It changed: payouts are held for a while.',
      }
    case 'needs_attention':
      return { ...item, state: 'waiting', text: 'A payout is stuck; our staff look at it.' }
    case null:
      return {
        ...item,
        state: 'done',
        text: account ? `${account.bankName}, ending in ${account.last4}.` : 'On file.',
      }
  }
}

/** Returns nothing without Stripe, on whose own pages its terms are agreed to. */
function agreementItem(stripe: StripeStanding | undefined): ReadinessItem[] {
  if (!stripe?.receiving) return []
  const item = { id: 'agreement', title: 'Agreement with Stripe' } as const
  if (stripe.receiving === 'none' || stripe.receiving === 'incomplete')
    return [{ ...item, state: 'todo', text: 'Go through the setup at Stripe, which asks for it.' }]
  if (stripe.receiving === 'in_review')
    return [{ ...item, state: 'waiting', text: 'Stripe is looking at what you sent.' }]
  return [{ ...item, state: 'done', text: 'Stripe has what it asked for.' }]
}

function taxFormItem({ status, forms }: TaxFormOverview): ReadinessItem {
  const item = { id: 'tax_form', title: 'Tax form' } as const
  const { label, next } = taxFormTexts[status]
  if (status === 'accepted') {
    const lastDay = forms.find(({ state }) => state === 'accepted')?.lastDay
    const text = lastDay ? `Accepted, to the end of ${date(lastDay)}.` : 'Accepted.'
    return { ...item, state: 'done', text }
  }
  const state = status === 'waiting' ? 'waiting' : 'open'
  return { ...item, state, text: `${label}. ${next}` }
}

function vatItem(vatNumber: string): ReadinessItem {
  const item = { id: 'vat', title: 'VAT number' } as const
  return vatNumber
    ? { ...item, state: 'done', text: `${vatNumber}, not checked with the authority.` }
    : { ...item, state: 'open', text: 'None on file. Add it if your organization has one.' }
}
