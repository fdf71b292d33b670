import { type Insertable, type Selectable, sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type DrawRow = Selectable<DB['row_draws']>

export async function insertDraw(tx: Tx, row: Insertable<DB['row_draws']>): Promise<DrawRow> {
  return await tx.insertInto('row_draws').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Counts a contract's draws by how they ended. Requires the system role. */
export async function countDraws(tx: Tx, contractId: string) {
  const rows = await tx
    .selectFrom('row_draws')
    .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
    .where('contract_id', '=', contractId)
    .groupBy('status')
    .execute()
  const of = (status: DrawRow['status']) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { queued: of('queued'), ready: of('ready'), refused: of('refused') }
}

/** Lists draws that the caller may read, newest first; one row more than `limit`. */
export async function listDrawRows(
  tx: Tx,
  contractId: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<DrawRow[]> {
  let query = tx.selectFrom('row_draws').selectAll().where('contract_id', '=', contractId)
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(after.at, after.id)),
    )
  return await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Lists the certificates of a contract's draws that the caller may read, oldest first. */
export async function listSignedDraws(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('row_draws')
    .select(['id', 'jws'])
    .where('contract_id', '=', contractId)
    .where('status', '=', 'ready')
    .orderBy('number')
    .$narrowType<{ jws: string }>()
    .execute()
}

/** Returns a draw that is not made yet. Requires the system role. */
export async function findOpenDraw(tx: Tx, id: string): Promise<DrawRow | undefined> {
  return await tx
    .selectFrom('row_draws')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
}

/** Lists open draws that no job takes up. Requires the system role. */
export async function listWithoutJob(tx: Tx): Promise<{ id: string }[]> {
  return await tx
    .selectFrom('row_draws as d')
    .select('d.id')
    .where('d.status', '=', 'queued')
    .where(sql<boolean>`not exists (select from app.jobs j where j.key = 'draw:' || d.id)`)
    .execute()
}

/** Ends an open draw; false if another run was first. Requires the system role. */
export async function endDraw(
  tx: Tx,
  id: string,
  end: { finished_at: Date } & (
    | { status: 'ready'; jws: string }
    | { status: 'refused'; reason: string }
  ),
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('row_draws')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
