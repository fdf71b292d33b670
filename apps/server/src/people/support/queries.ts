import type { TicketStatus, WhoseTickets } from '@semblance/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { fullName, nameOrEmail } from '../../platform/database/names.ts'

type Page = { after: Position | null; limit: number }
/** Selects a page of tickets for a member of staff. */
type QueuePage = Page & { whose: WhoseTickets; staffId: string }

const tickets = (tx: Tx) =>
  tx
    .selectFrom('support_tickets as t')
    .leftJoin('organizations as o', 'o.id', 't.organization')
    .leftJoin('profiles as a', 'a.user_id', 't.assigned_to')
    .leftJoin('companies as v', 'v.id', 't.vendor')
    .selectAll('t')
    .select(['o.name as organization_name', 'v.name as vendor_name'])
    .select(sql<string>`coalesce(${nameOrEmail('a')}, 'Closed account')`.as('assignee_name'))

export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** Returns a ticket that the caller may read, or null: a user's own, or any for staff. */
export async function findTicket(tx: Tx, id: string) {
  return (await tickets(tx).where('t.id', '=', id).executeTakeFirst()) ?? null
}

/** Lists the user's tickets, the latest message first; one row more than the page. */
export async function listOwn(tx: Tx, userId: string, { after, limit }: Page) {
  return await tickets(tx)
    .where('t.user_id', '=', userId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(t.updated_at, t.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Lists the tickets that a vendor answers, the latest word first; one row more than the page. Call as the system. */
export async function listReceived(tx: Tx, vendor: string, { after, limit }: Page) {
  return await tickets(tx)
    .where('t.vendor', '=', vendor)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(t.updated_at, t.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Returns the parties of a contract, its support period, and when its newest delivery was ready. */
export async function findSupport(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .select(['k.client', 'k.vendor', 'o.support_period'])
    .select(
      sql<Date | null>`(select d.finished_at from deliveries d
        where d.contract_id = k.id and d.status = 'ready' order by d.id desc limit 1)`.as(
        'delivered_at',
      ),
    )
    .where('k.id', '=', contractId)
    .executeTakeFirst()
}

/** Selects the tickets that staff answer, those of one of them, or those that vendors answer. */
const whoseTickets = ({ whose, staffId }: Pick<QueuePage, 'whose' | 'staffId'>) =>
  whose === 'vendors'
    ? sql<boolean>`t.vendor is not null and t.escalated_at is null`
    : whose === 'mine'
      ? sql<boolean>`(t.vendor is null or t.escalated_at is not null) and t.assigned_to = ${staffId}`
      : sql<boolean>`(t.vendor is null or t.escalated_at is not null)`

/** Lists tickets in a status, the most urgent first, then by waiting time; one row more than the page. */
export async function listWaiting(
  tx: Tx,
  status: Exclude<TicketStatus, 'closed'>,
  { after, limit, ...whose }: QueuePage,
) {
  return await tickets(tx)
    .where('t.status', '=', status)
    .where(whoseTickets(whose))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(t.urgency, t.updated_at, t.id) >
          ((select a.urgency from support_tickets a where a.id = ${after!.id}), ${after!.at}::timestamptz, ${after!.id})`,
      ),
    )
    .orderBy('t.urgency')
    .orderBy('t.updated_at')
    .orderBy('t.id')
    .limit(limit + 1)
    .execute()
}

/** Lists closed tickets, the latest first; one row more than the page. */
export async function listClosed(tx: Tx, { after, limit, ...whose }: QueuePage) {
  return await tickets(tx)
    .where('t.status', '=', 'closed')
    .where(whoseTickets(whose))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(t.updated_at, t.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function insertTicket(
  tx: Tx,
  row: Insertable<DB['support_tickets']>,
): Promise<string> {
  const { id } = await tx
    .insertInto('support_tickets')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertMessage(
  tx: Tx,
  row: Insertable<DB['support_messages']>,
): Promise<void> {
  await tx.insertInto('support_messages').values(row).execute()
}

/** Changes a ticket that is in one of `from`; returns false otherwise. Call as the system. */
export async function claimTicket(
  tx: Tx,
  id: string,
  from: readonly TicketStatus[],
  change: Pick<
    Updateable<DB['support_tickets']>,
    'status' | 'updated_at' | 'assigned_to' | 'escalated_at'
  >,
): Promise<boolean> {
  const result = await tx
    .updateTable('support_tickets')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Lists messages, newest first by id (uuidv7 rises with time); one row more than the page. */
export async function listMessages(
  tx: Tx,
  ticketId: string,
  page: { cursor?: string; limit: number },
) {
  return await tx
    .selectFrom('support_messages as m')
    .leftJoin('profiles as by', 'by.user_id', 'm.user_id')
    .select(['m.id', 'm.from_staff', 'm.from_vendor', 'm.body', 'm.created_at'])
    .select(fullName('by').as('by_name'))
    .where('m.ticket_id', '=', ticketId)
    .$if(page.cursor !== undefined, (query) => query.where('m.id', '<', page.cursor!))
    .orderBy('m.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Returns true if the caller may read the contract, which only its parties may. */
export async function hasContract(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('contracts').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/**
 * Removes a deleted account's name and address from its tickets, which remain with staff. Requires
 * the system role.
 */
export async function anonymizeTickets(
  tx: Tx,
  person: { userId: string; email: string },
): Promise<void> {
  await tx
    .updateTable('support_tickets')
    .set({ name: 'Deleted account', email: '', user_id: null })
    .where((eb) => eb.or([eb('user_id', '=', person.userId), eb('email', '=', person.email)]))
    .execute()
}
