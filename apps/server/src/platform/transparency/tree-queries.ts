/** The tree in the database: leaves, tiles and checkpoints. Run as the system. */
import { type TileName, tileKey } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'

export type CheckpointRow = { size: bigint; root: Buffer; note: string; published_at: Date | null }

/** Takes what was committed out of the queue, in its order. */
export async function takeStaged(tx: Tx, limit: number) {
  const { rows } = await sql<{ opening: bigint; commitment: Buffer }>`
    with taken as (
      delete from transparency.staged where id in (
        select id from transparency.staged order by id limit ${limit})
      returning id, opening, commitment)
    select opening, commitment from taken order by id`.execute(tx)
  return rows
}

export async function countStaged(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('transparency.staged')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countLeaves(tx: Tx): Promise<bigint> {
  const { count } = await tx
    .selectFrom('transparency.leaves')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns when the first leaf that waits was committed; undefined if none waits. */
export async function findOldestStaged(tx: Tx): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('transparency.staged')
    .select('staged_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.staged_at
}

export async function insertLeaves(
  tx: Tx,
  { log, from }: { log: number; from: number },
  staged: { opening: bigint; commitment: Buffer }[],
): Promise<void> {
  await sql`
    insert into transparency.leaves (log, index, opening, commitment)
    select ${log}, ${from} + place - 1, opening, commitment
    from unnest(${staged.map(({ opening }) => opening)}::bigint[],
      ${staged.map(({ commitment }) => commitment)}::bytea[])
      with ordinality as given (opening, commitment, place)`.execute(tx)
}

/** Returns the tiles with these names that there are, by `tileKey`. */
export async function readTiles(
  tx: Tx,
  log: number,
  names: readonly TileName[],
): Promise<Map<string, Uint8Array>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ level: number; index: bigint; hashes: Buffer }>`
    select level, index, hashes from transparency.tiles
    where log = ${log} and (level, index) in (select * from unnest(
      ${names.map(({ level }) => level)}::integer[], ${names.map(({ index }) => index)}::bigint[]))`.execute(
    tx,
  )
  return new Map(rows.map(({ level, index, hashes }) => [tileKey(level, Number(index)), hashes]))
}

export async function writeTiles(
  tx: Tx,
  log: number,
  tiles: readonly (TileName & { hashes: Uint8Array })[],
): Promise<void> {
  await sql`
    insert into transparency.tiles (log, level, index, hashes)
    select ${log}, * from unnest(${tiles.map(({ level }) => level)}::integer[],
      ${tiles.map(({ index }) => index)}::bigint[],
      ${tiles.map(({ hashes }) => Buffer.from(hashes))}::bytea[])
    on conflict (log, level, index) do update set hashes = excluded.hashes`.execute(tx)
}

/** Reads the entries of a log from an index on, at most as many as a tile has. */
export async function readEntries(
  tx: Tx,
  log: number,
  { from, count }: { from: number; count: number },
): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('transparency.leaves')
    .select('commitment')
    .where('log', '=', log)
    .where('index', '>=', BigInt(from))
    .where('index', '<', BigInt(from + count))
    .orderBy('index')
    .execute()
  return rows.map(({ commitment }) => commitment)
}

export async function insertCheckpoint(
  tx: Tx,
  log: number,
  checkpoint: { size: number; root: Uint8Array; note: string },
): Promise<void> {
  const { size, root, note } = checkpoint
  await tx
    .insertInto('transparency.checkpoints')
    .values({ log, size: BigInt(size), root: Buffer.from(root), note })
    .execute()
}

/** Makes the note of a checkpoint `c` as it is published: with the cosignatures that it has by now. */
export const wholeNote = sql<string>`c.note || coalesce((
  select string_agg(s.line, '' order by s.witness) from transparency.cosignatures s
  where s.log = c.log and s.size = c.size), '')`

/** Returns the newest checkpoint of a log, signed or published, with the cosignatures that it has. */
export async function findCheckpoint(
  tx: Tx,
  log: number,
  { isPublished }: { isPublished: boolean },
): Promise<CheckpointRow | undefined> {
  return await tx
    .selectFrom('transparency.checkpoints as c')
    .select(['c.size', 'c.root', 'c.published_at', wholeNote.as('note')])
    .where('log', '=', log)
    .$if(isPublished, (query) => query.where('published_at', 'is not', null))
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function setPublished(tx: Tx, log: number, size: bigint, at: Date): Promise<void> {
  await tx
    .updateTable('transparency.checkpoints')
    .set({ published_at: at })
    .where('log', '=', log)
    .where('size', '=', size)
    .where('published_at', 'is', null)
    .execute()
}
