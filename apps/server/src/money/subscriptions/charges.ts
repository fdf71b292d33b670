/** Charges each period once, with repeated tries. The state is claimed before the bank is instructed. */
import { plans } from '@semblance/contract'
import { publish } from '../../platform/events/events.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { audit } from '../../platform/security/audit.ts'
import { decryptField } from '../../platform/security/field-encryption.ts'
import {
  type BankAccountDetails,
  connectionAtStripe,
  instruct,
  usAccount,
} from '../bank-gateway/service.ts'
import { type ChargeRow, claimCharge, insertCharge } from './charge-queries.ts'
import type { MethodRow, SubscriptionRow } from './queries.ts'

/** Returns the encryption context of the account number of an organization. */
export const accountContext = (organization: string) =>
  `payment_methods.account_number_sealed:${organization}`

export const instructionKey = ({ id, attempt }: Pick<ChargeRow, 'id' | 'attempt'>) =>
  `subscription:${id}:${attempt}`

/** Charges the period that `over` describes; nothing where it was charged before. Run as the system. */
export async function chargePeriod(
  ctx: SystemCtx,
  over: SubscriptionRow,
  method: MethodRow,
): Promise<void> {
  const charge = await insertCharge(ctx.tx, {
    organization: over.organization,
    plan: over.plan,
    period_start: over.period_start,
    period_end: over.period_end,
    amount_cents: plans[over.plan].priceCents,
    ...(await namesOf(ctx, method)),
    submitted_at: ctx.now,
  })
  if (charge) await submitDebit(ctx, charge, method)
}

/**
 * Submits the next attempt with the current account. Returns false if another transaction was
 * first. Run as the system.
 */
export async function resubmitCharge(
  ctx: SystemCtx,
  before: ChargeRow,
  method: MethodRow,
): Promise<boolean> {
  const charge = await claimCharge(ctx.tx, before, {
    state: 'submitted',
    attempt: before.attempt + 1,
    ...(await namesOf(ctx, method)),
    submitted_at: ctx.now,
    failure_code: null,
    retry_at: null,
    paid_at: null,
    ended_at: null,
  })
  if (charge) await submitDebit(ctx, charge, method)
  return charge !== null
}

/** Stripe debits what is connected there by now, which may be another account than when it was chosen. */
async function namesOf(ctx: SystemCtx, { organization, ...method }: MethodRow) {
  const connected = (await connectionAtStripe(ctx, organization))?.connected
  return {
    bank_name: connected?.bankName ?? method.bank_name,
    account_last4: connected?.last4 ?? method.account_last4,
  }
}

async function submitDebit(ctx: SystemCtx, charge: ChargeRow, method: MethodRow): Promise<void> {
  const { organization, amount_cents: amountCents, plan } = charge
  await instruct(ctx, {
    key: instructionKey(charge),
    kind: 'debit',
    organization,
    amountCents,
    account: await openAccount(ctx, charge, method),
    description: `Semblance ${plans[plan].name}`,
  })
  await publish(ctx.tx, { organization }, { topic: 'billing.changed', id: organization })
}

/**
 * Decrypts the account for the bank; every decryption is in the audit log. Returns nothing with
 * Stripe, which has the account.
 */
async function openAccount(
  { tx, platform }: SystemCtx,
  charge: ChargeRow,
  method: MethodRow,
): Promise<BankAccountDetails | undefined> {
  const { organization, account_number_sealed: sealed } = method
  if (!sealed) return undefined
  const place = accountContext(organization)
  const accountNumber = await decryptField(tx, platform.secrets, organization, place, sealed)
  await audit(tx, {
    actor: 'system',
    action: 'bank_account.reveal',
    object: `organization:${organization}`,
    detail: { purpose: 'subscription', charge: charge.id },
  })
  return {
    ...usAccount,
    holder: method.account_holder_name,
    accountNumber,
    routingNumber: method.routing_number ?? '',
    bankName: method.bank_name,
    accountType: method.account_type?.endsWith('savings') ? 'savings' : 'checking',
  }
}
