/** Witnesses and their cosignatures in the database. Run as the system. */
import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { type CheckpointRow, wholeNote } from './tree-queries.ts'

/** Returns the size of the largest tree that a witness has cosigned here; 0 before the first. */
export async function findCosignedSize(tx: Tx, log: number, witness: string): Promise<bigint> {
  const row = await tx
    .selectFrom('transparency.cosignatures')
    .select('size')
    .where('log', '=', log)
    .where('witness', '=', witness)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.size ?? 0n
}

export async function insertCosignature(
  tx: Tx,
  row: { log: number; size: bigint; witness: string; line: string; stated_at: Date },
): Promise<void> {
  await tx
    .insertInto('transparency.cosignatures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists the cosignatures of checkpoints larger than `after` and at most `upTo`, in the order in which notes have them. */
export async function listCosignatures(
  tx: Tx,
  log: number,
  { after, upTo }: { after: bigint; upTo: bigint },
) {
  return await tx
    .selectFrom('transparency.cosignatures')
    .select(['size', 'witness', 'line', 'stated_at'])
    .where('log', '=', log)
    .where('size', '>', after)
    .where('size', '<=', upTo)
    .orderBy('size')
    .orderBy('witness')
    .execute()
}

/** Returns the newest checkpoint that so many of these witnesses have cosigned. */
export async function findQuorum(
  tx: Tx,
  log: number,
  { witnesses, quorum }: { witnesses: string[]; quorum: number },
): Promise<Pick<CheckpointRow, 'size' | 'note' | 'published_at'> | undefined> {
  const { rows } = await sql<Pick<CheckpointRow, 'size' | 'note' | 'published_at'>>`
    select c.size, ${wholeNote} as note, c.published_at
    from (select size from transparency.cosignatures
      where log = ${log} and witness = any (${witnesses}::text[])
      group by size having count(*) >= ${quorum} order by size desc limit 1) s
    join transparency.checkpoints c on c.log = ${log} and c.size = s.size`.execute(tx)
  return rows[0]
}

export type WitnessRow = {
  verifier_key: string
  failing_since: Date | null
  alerted_at: Date | null
  last_error: string | null
}

/** Locks a witness until the transaction ends. */
export async function lockWitness(tx: Tx, key: string): Promise<WitnessRow> {
  await tx
    .insertInto('transparency.witnesses')
    .values({ verifier_key: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await tx
    .selectFrom('transparency.witnesses')
    .selectAll()
    .where('verifier_key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setWitness(tx: Tx, { verifier_key, ...state }: WitnessRow): Promise<void> {
  await tx
    .updateTable('transparency.witnesses')
    .set(state)
    .where('verifier_key', '=', verifier_key)
    .execute()
}
