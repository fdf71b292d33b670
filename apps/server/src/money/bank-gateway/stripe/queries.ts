/** Stores the organizations' accounts at Stripe. All queries but the first require the system role. */
import type { Tx } from '../../../platform/database/db.ts'
import type { Account } from './objects.ts'

/** Returns the state of an organization's accounts, as far as its members may know it. */
export async function findAccountState(tx: Tx, organization: string) {
  const account = await tx
    .selectFrom('stripe_accounts')
    .select(['details_submitted', 'payouts_enabled', 'payout_failure_code'])
    .where('organization', '=', organization)
    .executeTakeFirst()
  const payer = await tx
    .selectFrom('stripe_payers')
    .select(['bank_name', 'last4'])
    .where('organization', '=', organization)
    .executeTakeFirst()
  return { account: account ?? null, payer: payer ?? null }
}

export async function findAccount(tx: Tx, organization: string) {
  const account = await tx
    .selectFrom('stripe_accounts')
    .select(['account_id', 'payouts_enabled'])
    .where('organization', '=', organization)
    .executeTakeFirst()
  return account ?? null
}

export async function insertAccount(tx: Tx, organization: string, account: Account): Promise<void> {
  await tx
    .insertInto('stripe_accounts')
    .values({ organization, account_id: account.id, ...standingOf(account) })
    .onConflict((conflict) => conflict.column('organization').doNothing())
    .execute()
}

export async function updateAccount(tx: Tx, account: Account): Promise<void> {
  await tx
    .updateTable('stripe_accounts')
    .set({ ...standingOf(account), checked_at: new Date() })
    .where('account_id', '=', account.id)
    .execute()
}

const standingOf = (account: Account) => ({
  details_submitted: account.details_submitted,
  payouts_enabled: account.payouts_enabled && account.capabilities?.transfers === 'active',
})

/** Stores a payout failure. Returns the account's organization, or null for an unknown account. */
export async function setPayoutFailure(
  tx: Tx,
  accountId: string,
  code: string | null,
): Promise<string | null> {
  const row = await tx
    .updateTable('stripe_accounts')
    .set({ payout_failure_code: code })
    .where('account_id', '=', accountId)
    .returning('organization')
    .executeTakeFirst()
  return row?.organization ?? null
}

export async function findPayer(tx: Tx, organization: string) {
  const payer = await tx
    .selectFrom('stripe_payers')
    .select(['customer_id', 'payment_method_id'])
    .where('organization', '=', organization)
    .executeTakeFirst()
  return payer ?? null
}

export async function insertPayer(tx: Tx, organization: string, customerId: string): Promise<void> {
  await tx
    .insertInto('stripe_payers')
    .values({ organization, customer_id: customerId })
    .onConflict((conflict) => conflict.column('organization').doNothing())
    .execute()
}

export async function setPaymentMethod(
  tx: Tx,
  customerId: string,
  method: { id: string; bankName: string | null; last4: string | null },
): Promise<void> {
  await tx
    .updateTable('stripe_payers')
    .set({
      payment_method_id: method.id,
      bank_name: method.bankName,
      last4: method.last4,
      updated_at: new Date(),
    })
    .where('customer_id', '=', customerId)
    .execute()
}

/** Returns an organization, with the country of the account in its bank details; null without details. */
export async function getOrganization(tx: Tx, organization: string) {
  return await tx
    .selectFrom('organizations as o')
    .leftJoin('banking_details as d', 'd.organization', 'o.id')
    .select(['o.name', 'o.email', 'o.country', 'd.account_country'])
    .where('o.id', '=', organization)
    .executeTakeFirstOrThrow()
}

/**
 * Finds the kind of an instruction that was sent to Stripe under this key, and the reference of the
 * debit that a refund repays.
 */
export async function findInstruction(tx: Tx, key: string) {
  const row = await tx
    .selectFrom('bank_instructions as i')
    .leftJoin('bank_instructions as debit', 'debit.key', 'i.refund_of')
    .select(['i.kind', 'debit.provider_ref as debit_ref'])
    .where('i.key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

/** Returns true if Stripe has reported the settlement, applied or not. */
export async function hasSettled(tx: Tx, key: string): Promise<boolean> {
  const told = await tx
    .selectFrom('bank_events')
    .select('event_id')
    .where('key', '=', key)
    .where('type', '=', 'settled')
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}
