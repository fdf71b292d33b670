/**
 * Records that the database was brought back from a backup. Until staff confirm, no money moves and
 * no mail from before leaves: what happened after the backup may be known to the bank alone.
 */
import { sql } from 'kysely'
import { type Tx, withSystemRole } from '../database/db.ts'

export type Hold = {
  /** Ends what the database knows; later changes are lost. */
  restoredTo: Date
  /** The first start after the restore; mail from before waits. */
  startedAt: Date
}

/** Records a restore and begins the hold. Returns null if this restore is recorded already. */
export async function insertRestore(tx: Tx, restoredTo: Date): Promise<{ id: string } | null> {
  const inserted = await tx
    .insertInto('app.restores')
    .values({ restored_to: restoredTo })
    .onConflict((conflict) => conflict.column('restored_to').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted ?? null
}

/** Returns the time lost and not confirmed, over all restores; null if nothing waits. */
export async function findHold(tx: Tx): Promise<Hold | null> {
  const row = await withSystemRole(tx, () =>
    tx
      .selectFrom('app.restores')
      .select((eb) => eb.fn.min('restored_to').as('restored_to'))
      .select((eb) => eb.fn.max('started_at').as('started_at'))
      .where('confirmed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  return row.restored_to && row.started_at
    ? { restoredTo: row.restored_to, startedAt: row.started_at }
    : null
}

/** Returns true if money and mail from before wait for staff. */
export const isHeld = async (tx: Tx): Promise<boolean> => (await findHold(tx)) !== null

/** Matches mails of before a restore that staff have not confirmed. */
export const isHeldMail = sql<boolean>`exists (select from app.restores r
  where r.confirmed_at is null and app.mails.created_at < r.started_at)`

/** Ends the hold. Returns the number of restores that it confirms. */
export async function confirmRestores(tx: Tx, staffId: string, now: Date): Promise<number> {
  return await withSystemRole(tx, async () => {
    const result = await tx
      .updateTable('app.restores')
      .set({ confirmed_at: now, confirmed_by: staffId })
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    return Number(result.numUpdatedRows)
  })
}
