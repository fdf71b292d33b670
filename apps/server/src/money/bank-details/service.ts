/**
 * Manages an organization's payout account and tax details. Numbers are sealed, and opened only for
 * payouts.
 */
import type { BankingDetails } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { audit } from '../../platform/security/audit.ts'
import { decryptField } from '../../platform/security/field-encryption.ts'
import type { BankAccountDetails } from '../bank-gateway/service.ts'
import { accountContext, toBanking } from './details.ts'
import { findDetails, findMasked } from './queries.ts'

export { saveBankDetails } from './save-bank-details.ts'

/** Returns the masked account, or null without one. */
export async function getBankDetails(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  organization: string,
): Promise<BankingDetails | null> {
  const row = await findMasked(tx, organization)
  return row ? toBanking(row, now) : null
}

/**
 * Decrypts the account for the payout worker, or returns null without one; every call is in the
 * audit log. Nothing may be paid to it before `holdUntil`.
 */
export async function getPayoutAccount(
  tx: Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  organization: string,
): Promise<{ account: BankAccountDetails; holdUntil: Date | null } | null> {
  const row = await withSystemRole(tx, () => findDetails(tx, organization))
  if (!row) return null
  const place = accountContext(organization)
  const accountNumber = await decryptField(
    tx,
    secrets,
    organization,
    place,
    row.account_number_sealed,
  )
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
      kind: row.account_kind,
      country: row.account_country,
      bic: row.bic,
      bankName: row.bank_name,
      accountType: row.account_type.endsWith('savings') ? 'savings' : 'checking',
    },
    holdUntil: row.hold_until,
  }
}
