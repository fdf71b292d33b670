import { type Insertable, sql } from 'kysely'
import type { AuthSamlKeys } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

/** Lists the keys that have not ended, the latest to sign first. */
export async function listSamlKeys(tx: Tx, now: Date) {
  return await tx
    .selectFrom('auth.saml_keys')
    .selectAll()
    .where('not_after', '>', now)
    .orderBy('signs_from', 'desc')
    .execute()
}

export async function insertSamlKey(tx: Tx, row: Insertable<AuthSamlKeys>): Promise<void> {
  await tx.insertInto('auth.saml_keys').values(row).execute()
}

export async function deleteEndedSamlKeys(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('auth.saml_keys').where('not_after', '<=', now).execute()
}

/** Replaces the sealed half of every key by what `reseal` returns for it. */
export async function setSamlKeysSealed(tx: Tx, reseal: (sealed: string) => string): Promise<void> {
  const rows = await tx.selectFrom('auth.saml_keys').select(['id', 'private_key_sealed']).execute()
  for (const { id, private_key_sealed } of rows)
    await tx
      .updateTable('auth.saml_keys')
      .set({ private_key_sealed: reseal(private_key_sealed) })
      .where('id', '=', id)
      .execute()
}

/** Processes that make keys do so one after the other. */
export async function lockSamlKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('auth.saml_keys'))`.execute(tx)
}
