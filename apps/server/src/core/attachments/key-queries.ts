import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type KeyRow = Selectable<DB['app.blob_keys']>
/** Describes a key that is not destroyed. */
export type LiveKeyRow = KeyRow & { wrapped_key: string }

export type KeyOwner = { kind: 'conversation' | 'contract' | 'document'; id: string }

/** Inserts a key, unless its owner has one that is not destroyed. */
export async function insertKey(tx: Tx, row: Insertable<DB['app.blob_keys']>): Promise<void> {
  await tx
    .insertInto('app.blob_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const keys = (tx: Tx) => tx.selectFrom('app.blob_keys').selectAll()

export const findKey = (tx: Tx, id: string): Promise<KeyRow | undefined> =>
  keys(tx).where('id', '=', id).executeTakeFirst()

export const findLiveKey = (tx: Tx, { kind, id }: KeyOwner): Promise<LiveKeyRow | undefined> =>
  keys(tx)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .where('wrapped_key', 'is not', null)
    .$narrowType<{ wrapped_key: string }>()
    .executeTakeFirst()

/**
 * Lists the keys that are not destroyed. Locks the table, so that no key is created until the
 * transaction ends.
 */
export async function listKeysLocked(tx: Tx): Promise<LiveKeyRow[]> {
  await sql`lock table app.blob_keys in share row exclusive mode`.execute(tx)
  return await keys(tx)
    .where('wrapped_key', 'is not', null)
    .$narrowType<{ wrapped_key: string }>()
    .execute()
}

export async function newestWrapping(tx: Tx): Promise<number> {
  const { wrapping } = await tx
    .selectFrom('app.blob_keys')
    .select((row) => row.fn.coalesce(row.fn.max('wrapping'), sql<number>`1`).as('wrapping'))
    .executeTakeFirstOrThrow()
  return wrapping
}

export async function setWrapped(
  tx: Tx,
  id: string,
  change: Pick<KeyRow, 'wrapping' | 'wrapped_key'>,
): Promise<void> {
  await tx.updateTable('app.blob_keys').set(change).where('id', '=', id).execute()
}

/** Destroys these keys permanently; what they sealed can no longer be opened. */
export async function destroyKeys(tx: Tx, ids: string[], at: Date): Promise<void> {
  await tx
    .updateTable('app.blob_keys')
    .set({ wrapped_key: null, destroyed_at: at })
    .where('id', '=', sql<string>`any (${ids})`)
    .where('wrapped_key', 'is not', null)
    .execute()
}
