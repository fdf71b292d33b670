/**
 * Notifies administrators and staff of a new bank account. Shows no more of a number than its last
 * four digits.
 */

import { alertAdministrators, formatMoment, notify } from '../../core/notifications/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { findDuplicateAccounts, getName, type StoredDetails } from './queries.ts'

type Change = { before: StoredDetails | undefined; saved: StoredDetails }

export async function notifyAdmins(ctx: Ctx, { before, saved }: Change): Promise<void> {
  const accounts = before
    ? `Before: ${nameOf(before)}. Now: ${nameOf(saved)}.`
    : `It is ${nameOf(saved)}.`
  const hold =
    saved.hold_until &&
    `Payouts are held until ${formatMoment(saved.hold_until)}. Nothing is paid to the new account before then.`
  await alertAdministrators(ctx, {
    organization: saved.organization,
    title: before ? 'Bank account changed' : 'Bank account added',
    did: `${before ? 'changed' : 'added'} the bank account`,
    facts: [accounts, ...(hold ? [hold] : [])],
    otherwise:
      "If it did not, act before money moves: enter the right account again, end the person's access in the organization settings, change your password, and contact support.",
    link: { label: 'Look at the bank account', path: '/bank-tax-info' },
  })
}

const nameOf = ({ account_last4, bic }: StoredDetails) =>
  `the account ending in ${account_last4}${bic ? ` (BIC ${bic})` : ''}`

/** Notifies staff if several organizations have the same account or tax ID. Saving it is allowed. */
export async function notifyStaffOfDuplicates(
  ctx: Ctx,
  saved: StoredDetails,
  prints: { accounts: string[]; taxIds: string[] },
): Promise<void> {
  const { tx } = ctx
  const { organization } = saved
  const found = await withSystemRole(tx, async () => ({
    name: await getName(tx, organization),
    account: await findDuplicateAccounts(tx, organization, 'account_fingerprint', prints.accounts),
    taxId: await findDuplicateAccounts(tx, organization, 'tax_id_fingerprint', prints.taxIds),
  }))
  const doubles = [
    { what: 'bank account', last4: saved.account_last4, others: found.account },
    { what: 'tax ID', last4: saved.tax_id_last4, others: found.taxId },
  ]
  for (const { what, last4, others } of doubles.filter((double) => double.others.length > 0))
    await notify(ctx, {
      audience: 'staff',
      type: 'system',
      title: `Same ${what} at several organizations`,
      message: `${found.name} saved a ${what} ending in ${last4} that is also on file for ${others.join(', ')}.`,
      path: '/admin/organizations',
    })
}
