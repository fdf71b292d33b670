/** Limits as values and as texts, and which of them count for a member. Pure. */
import { formatDollars, type Limits, type SpendingRules } from '@semblance/contract'
import type { PayerRow, RulesRow } from './queries.ts'

const none: Limits = { paymentCents: null, monthCents: null }

export const toRules = (row: RulesRow | null): SpendingRules => ({
  organization: { paymentCents: row?.payment_cents ?? null, monthCents: row?.month_cents ?? null },
  member: {
    paymentCents: row?.member_payment_cents ?? null,
    monthCents: row?.member_month_cents ?? null,
  },
  needsPurchaseOrder: row?.needs_purchase_order ?? false,
  needsCostCenter: row?.needs_cost_center ?? false,
})

/** Returns the limits that count for a member: its own, else those of members who may not approve. */
export function limitsOf(payer: PayerRow, rules: RulesRow | null): Limits {
  if (payer.limited) return { paymentCents: payer.payment_cents, monthCents: payer.month_cents }
  return payer.may_approve ? none : toRules(rules).member
}

export function limitText({ paymentCents, monthCents }: Limits): string {
  const parts = [
    ...(paymentCents === null ? [] : [`${formatDollars(paymentCents)} at a time`]),
    ...(monthCents === null ? [] : [`${formatDollars(monthCents)} a month`]),
  ]
  return parts.join(' and ') || 'no limit'
}
