import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export type KeyRow = Selectable<DB['app.delivery_keys']>

/** Inserts a key. Returns null if there is one already. */
export async function insertKey(
  tx: Tx,
  row: Insertable<DB['app.delivery_keys']>,
): Promise<KeyRow | null> {
  const inserted = await tx
    .insertInto('app.delivery_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

const keys = (tx: Tx) => tx.selectFrom('app.delivery_keys').selectAll()

export const findKey = (tx: Tx, id: string): Promise<KeyRow | undefined> =>
  keys(tx).where('id', '=', id).executeTakeFirst()

export const findOriginalKey = (tx: Tx, uploadId: string): Promise<KeyRow | undefined> =>
  keys(tx).where('upload_id', '=', uploadId).executeTakeFirst()

export const findFilesKey = (tx: Tx, deliveryId: string): Promise<KeyRow | undefined> =>
  keys(tx).where('delivery_id', '=', deliveryId).where('upload_id', 'is', null).executeTakeFirst()

/**
 * Lists the keys that are not destroyed. Locks the table, so that no key is created until the
 * transaction ends.
 */
export async function listKeysLocked(tx: Tx): Promise<KeyRow[]> {
  await sql`lock table app.delivery_keys in share row exclusive mode`.execute(tx)
  return await keys(tx).where('wrapped_key', 'is not', null).execute()
}

export async function newestWrapping(tx: Tx): Promise<number> {
  const { wrapping } = await tx
    .selectFrom('app.delivery_keys')
    .select((row) => row.fn.coalesce(row.fn.max('wrapping'), sql<number>`1`).as('wrapping'))
    .executeTakeFirstOrThrow()
  return wrapping
}

export async function setWrapped(
  tx: Tx,
  id: string,
  change: Pick<KeyRow, 'wrapping' | 'wrapped_key'>,
): Promise<void> {
  await tx.updateTable('app.delivery_keys').set(change).where('id', '=', id).execute()
}

/** Removes the wrapped keys of all originals. */
export async function destroyAllOriginalKeys(tx: Tx, at: Date): Promise<void> {
  await tx
    .updateTable('app.delivery_keys')
    .set({ wrapped_key: null, destroyed_at: at })
    .where('upload_id', 'is not', null)
    .where('wrapped_key', 'is not', null)
    .execute()
}

/** Removes the wrapped keys of those uploads that have one. Returns their IDs. */
export async function destroyKeys(tx: Tx, uploadIds: string[], at: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('app.delivery_keys')
    .set({ wrapped_key: null, destroyed_at: at })
    .where('upload_id', 'in', uploadIds)
    .where('wrapped_key', 'is not', null)
    .returning('upload_id')
    .execute()
  return rows.flatMap(({ upload_id }) => upload_id ?? [])
}
