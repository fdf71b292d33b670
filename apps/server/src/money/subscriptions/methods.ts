/** The bank account that pays for the plan: an administrator gives it, with leave to debit it, and takes it away. */
import type { AuditAction, MethodForm } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { encryptField } from '../../platform/security/field-encryption.ts'
import { accountOnFile } from '../bank-gateway/service.ts'
import { listUnpaid } from './charge-queries.ts'
import { accountContext, resubmitCharge } from './charges.ts'
import { notifyMethodRemoved, notifyMethodSaved } from './notifications.ts'
import {
  deleteMethod,
  findMethod,
  lockSubscription,
  type MethodRow,
  saveMethodRow,
} from './queries.ts'

/**
 * Saves the payment method. Charges that failed or were returned are debited from the new account
 * at once.
 */
export async function saveMethod(
  ctx: Ctx,
  organization: string,
  form: MethodForm | undefined,
): Promise<void> {
  const { tx, now, actor } = ctx
  await withSystemRole(tx, async () => {
    await lockSubscription(tx, organization)
    const before = await findMethod(tx, organization)
    const saved = {
      organization,
      ...(await accountOf(ctx, organization, form)),
      authorized_at: now,
      authorized_by: actor.userId,
    }
    await saveMethodRow(tx, saved)
    await record(ctx, organization, 'payment_method.save')
    await notifyMethodSaved(ctx, organization, { before, saved })
    for (const charge of await listUnpaid(tx, organization))
      await resubmitCharge(ctx, charge, saved)
  })
}

/** The account that Stripe has, if it is the bank; then what is named is not looked at. */
async function accountOf(
  ctx: Ctx,
  organization: string,
  form: MethodForm | undefined,
): Promise<Omit<MethodRow, 'organization' | 'authorized_at' | 'authorized_by'>> {
  const connected = await accountOnFile(ctx, organization)
  if (connected)
    return {
      provider: 'stripe',
      bank_name: connected.bankName,
      account_last4: connected.last4,
      account_holder_name: ctx.actor.organization?.name ?? '',
      routing_number: null,
      account_type: null,
      account_number_sealed: null,
    }
  if (!form) throw new AppError('bad_input', { field: 'bankAccount' })
  const { secrets } = ctx.platform
  const place = accountContext(organization)
  return {
    provider: 'built_in',
    bank_name: form.bankName,
    account_last4: form.accountNumber.slice(-4),
    account_holder_name: form.accountHolderName,
    routing_number: form.routingNumber,
    account_type: form.accountType,
    account_number_sealed: await encryptField(
      ctx.tx,
      secrets,
      organization,
      place,
      form.accountNumber,
    ),
  }
}

/** Deletes a payment method whose number can no longer be decrypted. Requires the system role. */
export async function deletePaymentMethod(tx: Tx, organization: string): Promise<void> {
  await deleteMethod(tx, organization)
}

/**
 * Removes the payment method. Debits already submitted to the bank still use it. Throws
 * payment_method_needed.
 */
export async function removeMethod(ctx: Ctx, organization: string): Promise<void> {
  const { tx } = ctx
  await withSystemRole(tx, async () => {
    await lockSubscription(tx, organization)
    const before = await deleteMethod(tx, organization)
    if (!before) throw new AppError('payment_method_needed')
    await record(ctx, organization, 'payment_method.remove')
    await notifyMethodRemoved(ctx, organization, before)
  })
}

async function record(
  { tx, actor }: Ctx,
  organization: string,
  action: AuditAction,
): Promise<void> {
  await audit(tx, {
    actor: actor.userId ? { userId: actor.userId } : 'system',
    action,
    object: `organization:${organization}`,
  })
  await publish(tx, { organization }, { topic: 'billing.changed', id: organization })
}
