import type { AuditAction } from '@semblance/contract'
import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { KeyPair } from '../../platform/security/key-pairs.ts'

/** Returns the signing key, and locks it against retirement until the transaction ends. */
export async function findSigningKey(tx: Tx) {
  return await tx
    .selectFrom('app.certificate_keys')
    .select(['kid', 'private_jwk_sealed'])
    .where('private_jwk_sealed', 'is not', null)
    .forShare()
    .executeTakeFirst()
}

export async function listPublicKeys(tx: Tx) {
  return await tx
    .selectFrom('app.certificate_keys')
    .select('public_jwk')
    .orderBy('created_at', 'desc')
    .execute()
}

export async function insertKey(tx: Tx, pair: KeyPair) {
  return await tx
    .insertInto('app.certificate_keys')
    .values({
      kid: pair.kid,
      public_jwk: JSON.stringify(pair.publicJwk),
      private_jwk_sealed: pair.privateJwkSealed,
    })
    .returning(['kid', 'private_jwk_sealed'])
    .executeTakeFirstOrThrow()
}

export async function setKeySealed(tx: Tx, kid: string, sealed: string): Promise<void> {
  await tx
    .updateTable('app.certificate_keys')
    .set({ private_jwk_sealed: sealed })
    .where('kid', '=', kid)
    .execute()
}

export async function retireKeys(tx: Tx, at: Date): Promise<void> {
  await tx
    .updateTable('app.certificate_keys')
    .set({ private_jwk_sealed: null, retired_at: at })
    .where('private_jwk_sealed', 'is not', null)
    .execute()
}

/** Processes that make or replace keys do so one after the other. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('app.certificate_keys'))`.execute(tx)
}

/** Returns a contract with its parties' public names and current terms. */
export async function getSubject(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('organizations as c', 'c.id', 'k.client')
    .innerJoin('organizations as v', 'v.id', 'k.vendor')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .innerJoin('dprs as d', 'd.id', 'k.dpr_id')
    .select([
      'k.id',
      'k.dpr_id',
      'k.title',
      'k.client',
      'k.vendor',
      'c.organization_id as client_public_id',
      'c.name as client_name',
      'c.is_sample',
      'v.organization_id as vendor_public_id',
      'v.name as vendor_name',
      'o.data_formats',
      'o.sample_records',
      'o.min_accuracy_percent',
      'o.privacy_level',
      'd.min_records',
    ])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
}
export type Subject = Awaited<ReturnType<typeof getSubject>>

/** Returns the public name of a twin's vendor. */
export async function getVendor(tx: Tx, vendor: string) {
  return await tx
    .selectFrom('organizations')
    .select(['organization_id', 'name', 'is_sample'])
    .where('id', '=', vendor)
    .executeTakeFirstOrThrow()
}

export async function insertCertificate(
  tx: Tx,
  row: Insertable<DB['certificates']>,
): Promise<void> {
  await tx.insertInto('certificates').values(row).execute()
}

/** Returns a contract's price, fee and the document of its agreement as they are now agreed. */
export async function getAgreed(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .leftJoin('agreement_documents as a', (join) =>
      join
        .onRef('a.contract_id', '=', 'k.id')
        .onRef('a.revision', '=', 'o.revision')
        .on('a.kind', '=', 'agreement'),
    )
    .select(['k.price_cents', 'k.fee_cents', 'o.revision', 'a.document_sha256'])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
}

export async function insertDisclosures(
  tx: Tx,
  rows: Insertable<DB['certificate_disclosures']>[],
): Promise<void> {
  await tx.insertInto('certificate_disclosures').values(rows).execute()
}

/** Lists what certificates disclose to the caller, in a fixed order; nothing to who is no party of theirs. */
export async function listDisclosures(tx: Tx, certificateIds: string[]) {
  if (certificateIds.length === 0) return []
  return await tx
    .selectFrom('certificate_disclosures')
    .select(['certificate_id', 'claim', 'disclosure'])
    .where('certificate_id', 'in', certificateIds)
    .orderBy('certificate_id')
    .orderBy('claim')
    .execute()
}

/** Returns the hash of the newest audit row on an object, computed as in the audit chain. */
export async function getAuditDigest(tx: Tx, action: AuditAction, object: string): Promise<string> {
  const { digest } = await tx
    .selectFrom('app.audit_log')
    .select(sql<string>`encode(sha256(app.audit_content(seq)), 'hex')`.as('digest'))
    .where('action', '=', action)
    .where('object', '=', object)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return digest
}

export async function findCertificate(tx: Tx, id: string) {
  return await tx
    .selectFrom('certificates')
    .select(['id', 'jws'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findCertificateRow(tx: Tx, deliveryId: string) {
  return await tx
    .selectFrom('certificates')
    .select(['id', 'jws'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
}

export async function listCertificateRows(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('certificates')
    .select(['id', 'delivery_id', 'issued_at', 'jws'])
    .where('contract_id', '=', contractId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Lists a contract's certificates with their signed texts, oldest first. */
export async function listSignedRows(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('certificates')
    .select(['id', 'delivery_id', 'jws'])
    .where('contract_id', '=', contractId)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
}

export async function listVerifyingKeys(tx: Tx, kids: string[]) {
  if (kids.length === 0) return []
  return await tx
    .selectFrom('app.certificate_keys')
    .select('public_jwk')
    .where('kid', 'in', kids)
    .orderBy('kid')
    .execute()
}
