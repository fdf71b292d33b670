import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'

/** Lists signing keys, the newest to sign first. */
export async function listKeyRows(tx: Tx) {
  return await tx
    .selectFrom('auth.signing_keys')
    .selectAll()
    .orderBy('signs_from', 'desc')
    .execute()
}

export async function insertKeyRow(
  tx: Tx,
  key: { kid: string; publicJwk: object; privateJwkSealed: string; signsFrom: Date },
): Promise<void> {
  await tx
    .insertInto('auth.signing_keys')
    .values({
      kid: key.kid,
      public_jwk: JSON.stringify(key.publicJwk),
      private_jwk_sealed: key.privateJwkSealed,
      signs_from: key.signsFrom,
    })
    .execute()
}

export async function setKeySealed(tx: Tx, kid: string, sealed: string): Promise<void> {
  await tx
    .updateTable('auth.signing_keys')
    .set({ private_jwk_sealed: sealed })
    .where('kid', '=', kid)
    .execute()
}

export async function deleteKeyRow(tx: Tx, kid: string): Promise<void> {
  await tx.deleteFrom('auth.signing_keys').where('kid', '=', kid).execute()
}

/** Processes that make or rotate keys do so one after the other. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('auth.signing_keys'))`.execute(tx)
}
