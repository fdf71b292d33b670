import { type Insertable, sql, type Updateable } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type SavedSearchRow = Awaited<ReturnType<typeof insertSearch>>

export async function insertSearch(tx: Tx, row: Insertable<DB['saved_searches']>) {
  return await tx.insertInto('saved_searches').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Holds on to the person, so that searches saved at once are counted one after the other. */
export async function countSearches(tx: Tx, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_searches:${userId}`}, 0))`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('saved_searches')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Lists saved searches, newest first by id (uuidv7 rises with time); one row more than the page.
 */
export async function listSearches(
  tx: Tx,
  userId: string,
  page: { after: Position | null; limit: number },
) {
  return await tx
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(page.after !== null, (query) => query.where('id', '<', page.after!.id))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function updateSearch(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  change: Pick<Updateable<DB['saved_searches']>, 'name' | 'alerts'>,
) {
  return await tx
    .updateTable('saved_searches')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteSearch(tx: Tx, id: string, userId: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export type SearchMatch = {
  user_id: string
  organization: string
  /** Lists the names of the user's searches that matched. */
  names: string[]
}

/**
 * Claims the saved searches that match a request, and returns their owners, each once. A second run
 * returns none. Excludes searches newer than the request and those of its own organization.
 * Requires the system role.
 */
export async function claimMatches(tx: Tx, dprId: string, now: Date): Promise<SearchMatch[]> {
  const { rows } = await sql<SearchMatch>`
    with claimed as (
      update saved_searches s set matched_dpr = d.id, matched_at = ${now}
      from dprs d, profiles p
      where d.id = ${dprId} and d.status in ('awaiting_offers', 'open')
        and s.alerts and s.created_at < d.created_at and s.organization <> d.client
        and (s.category is null or s.category = d.category)
        and (s.search = '' or d.search @@ app.market_query(s.search))
        and s.matched_dpr is distinct from d.id
        and p.user_id = s.user_id and p.organization = s.organization and p.membership = 'active'
      returning s.user_id, s.organization, s.name, s.id)
    select user_id, organization, array_agg(name order by id) as names from claimed
    group by user_id, organization order by user_id`.execute(tx)
  return rows
}

export async function findPosted(tx: Tx, dprId: string) {
  return await tx
    .selectFrom('dprs')
    .select(['id', 'title', 'client_name'])
    .where('id', '=', dprId)
    .executeTakeFirst()
}
