import type { Tx } from '../../../platform/database/db.ts'

/** Returns the listing, in its revision, that was bought with a contract. Requires the system role. */
export async function findBought(
  tx: Tx,
  contractId: string,
): Promise<{ listing: string; revision: number }> {
  const row = await tx
    .selectFrom('contracts as k')
    .innerJoin('dprs as d', 'd.id', 'k.dpr_id')
    .select(['d.listing_id', 'd.listing_revision'])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
  if (!row.listing_id || !row.listing_revision) throw new Error(`${contractId} bought no listing.`)
  return { listing: row.listing_id, revision: row.listing_revision }
}
