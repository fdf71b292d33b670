import { type NotNull, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Lists the leaves of chains with their openings, and their places in the tree, in the order of each chain. */
export async function listChains(tx: Tx, names: string[]) {
  return await tx
    .selectFrom('transparency.openings as o')
    .leftJoin('transparency.leaves as l', 'l.opening', 'o.id')
    .select(['o.type', 'o.deal', 'o.commitment', 'o.salt', 'o.payload', 'l.log', 'l.index'])
    .where('o.deal', 'in', names)
    .orderBy('o.deal')
    .orderBy('o.seq')
    .execute()
}
export type ChainRow = Awaited<ReturnType<typeof listChains>>[number]

/**
 * Lists the published checkpoints that were the first to cover these leaves, and the one of `since` leaves,
 * by size.
 */
export async function listFirstCheckpoints(
  tx: Tx,
  log: number,
  indexes: number[],
  since: number | null,
) {
  const { rows } = await sql<{ size: bigint; note: string }>`
    select distinct c.size, c.note from unnest(${indexes}::bigint[]) as leaf (index)
    cross join lateral (
      select size, note from transparency.checkpoints
      where log = ${log} and published_at is not null and size > leaf.index
      order by size limit 1) c
    union
    select size, note from transparency.checkpoints
    where log = ${log} and size = ${since} and published_at is not null
    order by size`.execute(tx)
  return rows
}

/** Lists the entries of a chain's leaves of these types, in their order, with their places in the tree. */
export async function listEntries(tx: Tx, chain: string, types: readonly string[]) {
  return await tx
    .selectFrom('transparency.openings as o')
    .leftJoin('transparency.leaves as l', 'l.opening', 'o.id')
    .select(['o.type', 'o.commitment', 'l.log', 'l.index'])
    .where('o.deal', '=', chain)
    .where('o.type', 'in', types)
    .orderBy('o.seq')
    .execute()
}

/** Lists the leaves of chains that are about ledger entries. */
export async function listLeavesOfEntries(tx: Tx, chains: string[]) {
  return await tx
    .selectFrom('transparency.openings')
    .select(['type', 'commitment', 'entry_id'])
    .where('deal', 'in', chains)
    .where('entry_id', 'is not', null)
    .$narrowType<{ entry_id: NotNull }>()
    .execute()
}
