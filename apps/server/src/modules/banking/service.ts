/** Where an organization is paid, and how it is taxed. Numbers are sealed, and opened for payouts alone. */
import type { BankingDetails } from '@semblance/contract'
import { audit } from '../../platform/audit.ts'
import type { Ctx, Platform } from '../../platform/context.ts'
import { asSystem, type Tx } from '../../platform/db.ts'
import { openFor } from '../../platform/vault.ts'
import type { BankAccountDetails } from '../bank/service.ts'
import { accountPlace, toBanking } from './details.ts'
import { findDetails, findMasked } from './queries.ts'

export { saveBanking } from './saving.ts'

/** Masked; null when nothing is on file. */
export async function readBanking(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  organization: string,
): Promise<BankingDetails | null> {
  const row = await findMasked(tx, organization)
  return row ? toBanking(row, now) : null
}

/**
 * The account in the clear, for the payout worker alone; every call is in the audit log.
 * Null when none is on file. Nothing is paid to it before `holdUntil`.
 */
export async function getPayoutAccount(
  tx: Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  organization: string,
): Promise<{ account: BankAccountDetails; holdUntil: Date | null } | null> {
  const row = await asSystem(tx, () => findDetails(tx, organization))
  if (!row) return null
  const place = accountPlace(organization)
  const accountNumber = await openFor(tx, secrets, organization, place, row.account_number_sealed)
  await audit(tx, {
    actor: 'system',
    action: 'bank_account.reveal',
    object: `organization:${organization}`,
    detail: { revision: row.revision, purpose: 'payout' },
  })
  return {
    account: {
      holder: row.account_holder_name,
      accountNumber,
      routingNumber: row.routing_number,
      bankName: row.bank_name,
      accountType: row.account_type.endsWith('savings') ? 'savings' : 'checking',
    },
    holdUntil: row.hold_until,
  }
}
