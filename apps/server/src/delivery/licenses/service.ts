/** Licenses: what a client may do with a delivery, issued with its certificate. */
import { createHash } from 'node:crypto'
import {
  canonicalJson,
  issuedPolicy,
  type License,
  licenseEnd,
  policySha256,
} from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findLicense, getGrant, insertLicense } from './queries.ts'

/** Returns the address of a license, which need not be issued yet. */
export const licenseAddress = ({ config }: SystemCtx['platform'], id: string): string =>
  `${config.publicUrl}/licenses/${id}`

/**
 * Issues the license of a delivery by the contract's terms. Call in the transaction that makes the delivery ready, with
 * the system role. Returns what its certificate states.
 */
export async function issueLicense(
  { tx, platform, now }: SystemCtx,
  { id, deliveryId, contractId }: { id: string; deliveryId: string; contractId: string },
): Promise<{ id: string; url: string; sha256: string }> {
  const { client, vendor, license: terms } = await getGrant(tx, contractId)
  const address = licenseAddress(platform, id)
  const endsOn = licenseEnd(now, terms.termMonths)
  const policy = issuedPolicy(platform.config.publicUrl, { address, terms, endsOn })
  await insertLicense(tx, {
    ...{ id, client, vendor, terms },
    delivery_id: deliveryId,
    contract_id: contractId,
    ends_on: endsOn,
    policy: canonicalJson(policy),
    issued_at: now,
  })
  return { id, url: address, sha256: policySha256(policy) }
}

/**
 * Returns a license to any caller who has its ID, which cannot be guessed; contract and names to its parties alone.
 * Throws not_found.
 */
export async function getLicense({ tx, actor }: Ctx, id: string): Promise<License> {
  const row = await getRow(tx, id)
  const { client, vendor } = actor.readsAs
  const isParty = row.client === client || row.vendor === vendor
  return {
    id: row.id,
    terms: row.terms,
    issuedAt: row.issued_at,
    endsOn: row.ends_on,
    policySha256: createHash('sha256').update(row.policy).digest('hex'),
    deal: isParty
      ? {
          contractId: row.contract_id,
          clientName: row.client_name ?? 'Closed account',
          vendorName: row.vendor_name ?? 'Closed account',
        }
      : null,
  }
}

/** Returns true once the term of a license is over. Requires the system role. */
export async function hasLicenseEnded(tx: Tx, id: string, now: Date): Promise<boolean> {
  const endsOn = (await findLicense(tx, id))?.ends_on ?? null
  return endsOn !== null && endsOn < now.toISOString().slice(0, 10)
}

/** Returns a license as an ODRL policy in JSON-LD, which names no party. Throws not_found. */
export const getPolicy = async ({ tx }: Pick<Ctx, 'tx'>, id: string): Promise<string> =>
  (await getRow(tx, id)).policy

async function getRow(tx: Tx, id: string) {
  const row = await withSystemRole(tx, () => findLicense(tx, id))
  if (!row) throw new AppError('not_found')
  return row
}
