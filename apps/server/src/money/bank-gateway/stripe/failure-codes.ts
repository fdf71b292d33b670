/** Stripe's words for what banks say, as the ACH return codes that the rest of the platform knows. */

/** https://docs.stripe.com/payments/ach-direct-debit, https://docs.stripe.com/api/payouts/failures, and a dispute's `reason`. */
const returnCodes: Record<string, string> = {
  insufficient_funds: 'R01',
  account_closed: 'R02',
  no_account: 'R03',
  incorrect_account_details: 'R03',
  invalid_account_number: 'R04',
  customer_initiated: 'R08',
  debit_not_authorized: 'R10',
  bank_ownership_changed: 'R12',
  account_frozen: 'R16',
  bank_account_restricted: 'R20',
}

/** Returns the ACH return code, or Stripe's own code if there is none. */
export function failureCode(word: string | null | undefined): string {
  return (word && returnCodes[word]) || word || 'unknown'
}

/**
 * Lists the codes after which nothing was made and a retry would change nothing; with any other,
 * something may have happened or may yet.
 */
const permanentFailureCodes = new Set([
  'account_invalid',
  'amount_too_large',
  'amount_too_small',
  'balance_insufficient',
  'charge_already_refunded',
  'charge_disputed',
  'insufficient_capabilities_for_transfer',
  'payment_intent_mandate_invalid',
  'payment_method_bank_account_blocked',
  'transfers_not_allowed',
])

export const isPermanentFailure = (error: { status: number; type: string; code: string | null }) =>
  error.type === 'card_error' ||
  (error.status === 400 && permanentFailureCodes.has(error.code ?? ''))
