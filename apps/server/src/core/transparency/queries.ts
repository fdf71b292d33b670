import type { Tx } from '../../platform/database/db.ts'

/** Returns the opening of a log's first leaf. */
export async function findFirstOpening(tx: Tx, log: number) {
  return await tx
    .selectFrom('transparency.leaves as l')
    .innerJoin('transparency.openings as o', 'o.id', 'l.opening')
    .select(['o.salt', 'o.payload'])
    .where('l.log', '=', log)
    .where('l.index', '=', 0n)
    .executeTakeFirst()
}

/** Counts the openings that were erased. */
export async function countErased(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('transparency.openings')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('erased_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists leaves from an index on, in their order. */
export async function listLeaves(
  tx: Tx,
  log: number,
  { from, limit }: { from: number; limit: number },
): Promise<{ index: bigint; commitment: Buffer }[]> {
  return await tx
    .selectFrom('transparency.leaves')
    .select(['index', 'commitment'])
    .where('log', '=', log)
    .where('index', '>=', BigInt(from))
    .orderBy('index')
    .limit(limit)
    .execute()
}

/** Lists the checkpoints of a log that are larger than `after`, and at most `upTo`. */
export async function listCheckpoints(
  tx: Tx,
  log: number,
  { after, upTo }: { after: number; upTo: number },
) {
  return await tx
    .selectFrom('transparency.checkpoints')
    .select(['size', 'root', 'note'])
    .where('log', '=', log)
    .where('size', '>', BigInt(after))
    .where('size', '<=', BigInt(upTo))
    .orderBy('size')
    .execute()
}

/** Lists the tiles of a log that hold hashes of one level from an index on. */
export async function listTiles(
  tx: Tx,
  log: number,
  { level, from, limit }: { level: number; from: number; limit: number },
): Promise<{ index: bigint; hashes: Buffer }[]> {
  return await tx
    .selectFrom('transparency.tiles')
    .select(['index', 'hashes'])
    .where('log', '=', log)
    .where('level', '=', level)
    .where('index', '>=', BigInt(from))
    .orderBy('index')
    .limit(limit)
    .execute()
}
