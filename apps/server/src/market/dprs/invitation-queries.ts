import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

/** Selects invitations with the vendor as the client sees it, and whether it has sent an offer. */
const withVendor = (tx: Tx) =>
  tx
    .selectFrom('dpr_invitations as i')
    .leftJoin('companies as v', 'v.id', 'i.vendor')
    .select((eb) => [
      'i.vendor',
      'i.message',
      'i.created_at',
      'v.slug',
      'v.name',
      'v.city',
      'v.country',
      sql<string | null>`app.rating(i.vendor)`.as('rating'),
      sql<number>`app.completed_contracts(i.vendor)`.as('completed_contracts'),
      eb
        .exists(
          eb
            .selectFrom('offers as o')
            .select('o.id')
            .whereRef('o.dpr_id', '=', 'i.dpr_id')
            .whereRef('o.vendor', '=', 'i.vendor'),
        )
        .as('has_offered'),
    ])

/** Lists invitations, newest first; one row more than the page. */
export async function listInvitations(
  tx: Tx,
  dprId: string,
  { after, limit }: { after: Position | null; limit: number },
) {
  return await withVendor(tx)
    .where('i.dpr_id', '=', dprId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(i.created_at, i.vendor) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('i.created_at', 'desc')
    .orderBy('i.vendor', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function getInvitation(tx: Tx, dprId: string, vendor: string): Promise<InvitationRow> {
  return await withVendor(tx)
    .where('i.dpr_id', '=', dprId)
    .where('i.vendor', '=', vendor)
    .executeTakeFirstOrThrow()
}

export async function countInvitations(tx: Tx, dprId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('dpr_invitations')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('dpr_id', '=', dprId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns an active vendor, and whether it has an offer on the request that is not rejected. */
export async function findInvitee(tx: Tx, vendor: string, dprId: string) {
  return await tx
    .selectFrom('companies as v')
    .select((eb) => [
      'v.id',
      eb
        .exists(
          eb
            .selectFrom('offers as o')
            .select('o.id')
            .where('o.dpr_id', '=', dprId)
            .where('o.vendor', '=', vendor)
            .where('o.status', '<>', 'rejected'),
        )
        .as('has_offered'),
    ])
    .where('v.id', '=', vendor)
    .where('v.is_vendor', '=', true)
    .executeTakeFirst()
}

/** Inserts an invitation. Returns false if the vendor is invited already. */
export async function insertInvitation(
  tx: Tx,
  row: {
    dpr_id: string
    vendor: string
    client: string
    invited_by: string | null
    message: string | null
  },
): Promise<boolean> {
  const result = await tx
    .insertInto('dpr_invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
