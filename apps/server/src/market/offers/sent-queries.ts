/** Reads a vendor's own offers. */
import type { OfferStatus } from '@semblance/contract'
import { sql } from 'kysely'
import type { Page, Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { withRequest } from './queries.ts'

export type SentOfferRow = Awaited<ReturnType<typeof listSent>>[number]

/** Visitors, who read no messages, may not even ask. */
const unreadCount = (reader: string | null) =>
  reader === null
    ? sql<number | null>`null::integer`
    : sql<number | null>`(select n.unread_count from conversation_reads n
        where n.conversation_id = t.id and n.user_id = ${reader})`

/** Selects offers with the client's name, and the messages of the offer's conversation. */
const sent = (tx: Tx, vendor: string, reader: string | null) =>
  withRequest(tx)
    .leftJoin('companies as c', 'c.id', 'o.client')
    .leftJoin('conversations as t', (join) =>
      join.onRef('t.dpr_id', '=', 'o.dpr_id').onRef('t.vendor', '=', 'o.vendor'),
    )
    .select(['c.name as client_name', 'c.slug as client_slug'])
    .select(unreadCount(reader).as('unread_count'))
    .select(
      sql<number>`(select count(*)::integer from messages m where m.conversation_id = t.id)`.as(
        'messages_count',
      ),
    )
    .where('o.vendor', '=', vendor)

export async function listSent(
  tx: Tx,
  vendor: string,
  reader: string | null,
  filter: { status?: OfferStatus; after: Position | null; limit: Page['limit'] },
) {
  return await sent(tx, vendor, reader)
    .$if(filter.status !== undefined, (query) => query.where('o.status', '=', filter.status!))
    .$if(filter.after !== null, (query) =>
      query.where(sql<boolean>`(o.created_at, o.id) < (${filter.after!.at}, ${filter.after!.id})`),
    )
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(filter.limit + 1)
    .execute()
}

export async function findSent(tx: Tx, id: string, vendor: string, reader: string | null) {
  return await sent(tx, vendor, reader).where('o.id', '=', id).executeTakeFirst()
}

/**
 * Counts a vendor's offers by status. Requires the system role: policies would read every row in
 * addition to the index.
 */
export async function countSent(tx: Tx, vendor: string): Promise<Record<OfferStatus, number>> {
  const rows = await tx
    .selectFrom('offers')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .where('vendor', '=', vendor)
    .groupBy('status')
    .execute()
  const counts = { pending: 0, accepted: 0, rejected: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}
