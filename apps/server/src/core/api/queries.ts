import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Returns false while another request of the same owner and key is being answered. */
export async function lockAnswer(tx: Tx, owner: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ is_won: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency:${owner}:${key}`}, 0)) as is_won`.execute(
    tx,
  )
  return rows[0]?.is_won ?? false
}

export async function findStoredAnswer(tx: Tx, owner: string, key: string) {
  return await tx
    .selectFrom('app.idempotency_keys')
    .select(['operation', 'request_hash', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertAnswer(
  tx: Tx,
  row: { owner: string; key: string; operation: string; request_hash: Buffer; answer: string },
): Promise<void> {
  await tx.insertInto('app.idempotency_keys').values(row).execute()
}

/** Deletes the answers that are older. */
export async function deleteAnswers(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('app.idempotency_keys').where('created_at', '<', before).execute()
}
