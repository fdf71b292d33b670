import type { Side } from '@semblance/contract'
import { type Insertable, sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

const reputation = {
  rating: sql<string | null>`app.rating(c.id)`.as('rating'),
  completed: sql<number>`app.completed_contracts(c.id)`.as('completed_contracts'),
}

/** Returns an active company, and to visitors only a sample's: the view restricts both. */
export async function findCompany(tx: Tx, by: { id: string } | { slug: string }) {
  const row = await tx
    .selectFrom('companies as c')
    .leftJoin('company_ratings as r', 'r.company', 'c.id')
    .selectAll('c')
    .select([reputation.rating, reputation.completed, 'r.stars'])
    .$if('id' in by, (query) => query.where('c.id', '=', (by as { id: string }).id))
    .$if('slug' in by, (query) => query.where('c.slug', '=', (by as { slug: string }).slug))
    .executeTakeFirst()
  return row ?? null
}

export async function listRecords(tx: Tx, vendor: string) {
  return await tx
    .selectFrom('vendor_records')
    .select(['category', 'completed', 'on_time'])
    .where('vendor', '=', vendor)
    .orderBy('completed', 'desc')
    .orderBy('category')
    .execute()
}

/**
 * Counts a client's completed contracts and live requests. Call as the system: others' contracts
 * are only counted.
 */
export async function countAsClient(tx: Tx, client: string) {
  const { completed, live } = await tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('contracts')
        .select((of) => of.fn.countAll<bigint>().as('count'))
        .where('client', '=', client)
        .where('status', '=', 'completed')
        .as('completed'),
      eb
        .selectFrom('dprs')
        .select((of) => of.fn.countAll<bigint>().as('count'))
        .where('client', '=', client)
        .where('status', 'in', ['awaiting_offers', 'open'])
        .as('live'),
    ])
    .executeTakeFirstOrThrow()
  return { completedPurchases: Number(completed), liveRequests: Number(live) }
}

export type CompanyRow = Awaited<ReturnType<typeof searchCompanies>>[number]

/** Lists companies by name, after the cursor's company. Returns one row more than the page. */
export async function searchCompanies(
  tx: Tx,
  filter: {
    search: string
    side: Side
    /** The caller's own, which is not among the others. */
    except: string | null
    after?: string
    limit: number
  },
) {
  const { search, except, after } = filter
  return await tx
    .selectFrom('companies as c')
    .select(['c.id', 'c.slug', 'c.name', 'c.city', 'c.country'])
    .select([reputation.rating, reputation.completed])
    .where(`c.is_${filter.side}`, '=', true)
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`strpos(lower(c.name), lower(${search})) > 0`),
    )
    .$if(except !== null, (query) => query.where('c.id', '<>', except!))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(lower(c.name), c.id) > (select lower(a.name), a.id from companies a where a.id = ${after!})`,
      ),
    )
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .limit(filter.limit + 1)
    .execute()
}

const reviews = (tx: Tx) =>
  tx
    .selectFrom('reviews as r')
    .leftJoin('companies as c', 'c.id', 'r.client')
    .selectAll('r')
    .select(['c.slug as client_slug', 'c.name as client_name'])

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>

export async function findReview(tx: Tx, id: string) {
  return (await reviews(tx).where('r.id', '=', id).executeTakeFirst()) ?? null
}

/** Lists the newest first by id (uuidv7 rises with time); one row more than the page. */
export async function listReviews(
  tx: Tx,
  vendor: string,
  page: { cursor?: string; limit: number },
) {
  return await reviews(tx)
    .where('r.vendor', '=', vendor)
    .$if(page.cursor !== undefined, (query) => query.where('r.id', '<', page.cursor!))
    .orderBy('r.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Returns the new review's id; null when the contract has one. */
export async function insertReview(tx: Tx, row: Insertable<DB['reviews']>): Promise<string | null> {
  const inserted = await tx
    .insertInto('reviews')
    .values(row)
    .onConflict((conflict) => conflict.column('contract_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Claims the one reply; false when there is one. */
export async function setReply(tx: Tx, id: string, reply: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('reviews')
    .set({ reply, replied_at: at })
    .where('id', '=', id)
    .where('reply', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Lists completed contracts without a review; one row more than the page. */
export async function listReviewable(
  tx: Tx,
  { client, vendor }: { client: string; vendor: string },
  after: Position | null,
  limit: number,
) {
  return await tx
    .selectFrom('contracts as k')
    .select(['k.id', 'k.title', 'k.created_at', sql<Date>`k.completed_at`.as('completed_at')])
    .where('k.client', '=', client)
    .where('k.vendor', '=', vendor)
    .where('k.status', '=', 'completed')
    .where(sql<boolean>`not exists (select from reviews r where r.contract_id = k.id)`)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(k.created_at, k.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
    .execute()
}
