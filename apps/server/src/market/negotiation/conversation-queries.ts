import { otherSide, type Side } from '@semblance/contract'
import { type Selectable, sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ConversationRow = Selectable<DB['conversations']>
export type ListedRow = Awaited<ReturnType<typeof listRecent>>[number]

export async function findConversation(tx: Tx, id: string): Promise<ConversationRow | undefined> {
  return await tx.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findConversationOf(tx: Tx, dprId: string, vendor: string) {
  return await tx
    .selectFrom('conversations')
    .selectAll()
    .where('dpr_id', '=', dprId)
    .where('vendor', '=', vendor)
    .executeTakeFirst()
}

/** Ends automatic answers in a conversation. Returns false if they had ended. */
export async function setAnsweringEnded(
  tx: Tx,
  id: string,
  { by, at }: { by: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ answering_ended_at: at, answering_ended_by: by })
    .where('id', '=', id)
    .where('answering_ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds the request and the vendor of an offer or a contract. */
export async function findPairOf(tx: Tx, table: 'offers' | 'contracts', id: string) {
  return await tx
    .selectFrom(table)
    .select(['dpr_id', 'vendor'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findRequest(tx: Tx, id: string) {
  return await tx
    .selectFrom('dprs')
    .select(['id', 'client', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function isVendor(tx: Tx, organization: string): Promise<boolean> {
  const row = await tx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', organization)
    .where('is_vendor', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a conversation. Does nothing if it exists already. */
export async function insertConversation(
  tx: Tx,
  row: { dpr_id: string; client: string; vendor: string },
): Promise<void> {
  await tx
    .insertInto('conversations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Puts an opened conversation into the opener's own list, unless it is there. */
export async function listFor(tx: Tx, id: string, side: Side, at: Date): Promise<void> {
  await tx
    .updateTable('conversations')
    .set(side === 'client' ? { client_at: at } : { vendor_at: at })
    .where('id', '=', id)
    .where(`${side}_at`, 'is', null)
    .execute()
}

/**
 * Selects conversations with the latest message, and the vendor's live offer or else its latest.
 */
const withLatest = (tx: Tx, side: Side) =>
  tx
    .selectFrom('conversations as c')
    .leftJoin('messages as m', 'm.id', 'c.last_message_id')
    .leftJoin('proposals as p', 'p.id', 'm.proposal_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('offers')
          .select('offers.id')
          .whereRef('offers.dpr_id', '=', 'c.dpr_id')
          .whereRef('offers.vendor', '=', 'c.vendor')
          .orderBy(sql`offers.status <> 'rejected'`, 'desc')
          .orderBy('offers.created_at', 'desc')
          .orderBy('offers.id', 'desc')
          .limit(1)
          .as('o'),
      (join) => join.onTrue(),
    )
    .leftJoin('contracts as k', 'k.offer_id', 'o.id')
    .selectAll('c')
    .select([
      'm.sender as last_sender',
      'm.body as last_body',
      'm.created_at as last_at',
      'o.id as offer_id',
      'k.id as contract_id',
      sql<Date>`coalesce(c.${sql.ref(`${side}_at`)}, c.created_at)`.as('listed_at'),
      sql<number | null>`jsonb_array_length(p.changes)`.as('last_changes'),
      sql<string[]>`array(select a.file_name from message_attachments a
        where a.message_id = c.last_message_id order by a.id)`.as('last_files'),
    ])

export async function getListed(tx: Tx, id: string, side: Side): Promise<ListedRow> {
  return await withLatest(tx, side).where('c.id', '=', id).executeTakeFirstOrThrow()
}

export type ListFilter = {
  organization: string
  side: Side
  /** Part of the other party's name, and who goes by it where these are few. */
  search?: string
  named?: string[] | null
  limit: number
}

const listed = (tx: Tx, { organization, side, search, named, limit }: ListFilter) =>
  withLatest(tx, side)
    .where(`c.${side}`, '=', organization)
    .where(`c.${side}_at`, 'is not', null)
    .$if(Boolean(named), (query) => query.where(`c.${otherSide(side)}`, 'in', named!))
    .$if(Boolean(search) && !named, (query) =>
      query.where(sql<boolean>`strpos(${sql.ref(`c.${nameColumn(side)}`)}, lower(${search})) > 0`),
    )
    .limit(limit + 1)

/** The other party's name as lists are sorted by. */
const nameColumn = (side: Side) =>
  side === 'client' ? ('vendor_sort' as const) : ('client_sort' as const)

/** `readBy`: without those that hold something new for this person. */
export async function listRecent(
  tx: Tx,
  filter: ListFilter,
  after: Position | null,
  readBy: string | null = null,
) {
  const at = `c.${filter.side}_at` as const
  return await listed(tx, filter)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${sql.ref(at)}, c.id) < (${after!.at}, ${after!.id})`),
    )
    .$if(readBy !== null, (query) =>
      query.where(
        sql<boolean>`not exists (select from conversation_reads r where r.conversation_id = c.id
          and r.user_id = ${readBy} and r.organization = ${filter.organization} and r.unread_count > 0)`,
      ),
    )
    .orderBy(at, 'desc')
    .orderBy('c.id', 'desc')
    .execute()
}

/** Lists conversations with unread messages for a person, the latest first. */
export async function listUnread(
  tx: Tx,
  filter: ListFilter,
  userId: string,
  after: Position | null,
) {
  return await listed(tx, filter)
    .innerJoin('conversation_reads as r', 'r.conversation_id', 'c.id')
    .select('r.unread_at')
    .where('r.user_id', '=', userId)
    .where('r.organization', '=', filter.organization)
    .where('r.side', '=', filter.side)
    .where('r.unread_count', '>', 0)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(r.unread_at, r.conversation_id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('r.unread_at', 'desc')
    .orderBy('r.conversation_id', 'desc')
    .execute()
}

/**
 * Lists conversations by the other party's name. `after` is the previous page's last conversation,
 * because names are too long for a cursor.
 */
export async function listByName(tx: Tx, filter: ListFilter, after: ConversationRow | null) {
  const name = nameColumn(filter.side)
  return await listed(tx, filter)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${sql.ref(`c.${name}`)}, c.id) > (${after![name]}, ${after!.id})`),
    )
    .orderBy(`c.${name}`)
    .orderBy('c.id')
    .execute()
}

export async function listUnreadCounts(tx: Tx, userId: string, conversationIds: string[]) {
  if (conversationIds.length === 0) return []
  return await tx
    .selectFrom('conversation_reads')
    .select(['conversation_id', 'unread_count'])
    .where('user_id', '=', userId)
    .where('conversation_id', 'in', conversationIds)
    .execute()
}

export async function sumUnread(
  tx: Tx,
  userId: string,
  organization: string,
  side: Side,
): Promise<number> {
  const { total } = await tx
    .selectFrom('conversation_reads')
    .select(sql<bigint>`coalesce(sum(unread_count), 0)`.as('total'))
    .where('user_id', '=', userId)
    .where('organization', '=', organization)
    .where('side', '=', side)
    .where('unread_count', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(total)
}
