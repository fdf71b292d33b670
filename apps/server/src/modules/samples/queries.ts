import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { applications, companies } from './companies.ts'
import { tickets } from './tickets.ts'

/** Any constant will do: of processes that start together, one loads. */
const LOCK_KEY = 7_361_002

const HOUR_MS = 3_600_000
/** Longer ago than the first of the past requests. */
const OLDEST_MEMBER_DAYS = 700

/** Waits for a process that is loading; then whether the companies and their requests are there. */
export async function areLoaded(tx: Tx): Promise<boolean> {
  await waitForOthers(tx)
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', companies.halden.id)
    .executeTakeFirst()
  return row !== undefined
}

/** Waits likewise; then whether the accounts are there. */
export async function arePeopleLoaded(tx: Tx): Promise<boolean> {
  await waitForOthers(tx)
  const row = await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('organization', '=', companies.halden.id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function waitForOthers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
}

export async function insertCompanies(tx: Tx): Promise<void> {
  const rows = Object.values(companies).map((company, index) => ({
    ...company,
    is_sample: true,
    created_at: new Date(Date.now() - (OLDEST_MEMBER_DAYS - 25 * index) * 24 * HOUR_MS),
  }))
  await tx.insertInto('organizations').values(rows).execute()
}

export async function insertApplications(tx: Tx): Promise<void> {
  const rows = applications.map(({ declined, ...application }) => ({
    ...application,
    status: declined ? ('declined' as const) : ('pending' as const),
    decision_reason: declined,
    decided_at: declined ? new Date() : null,
  }))
  await tx.insertInto('business_applications').values(rows).execute()
}

export async function insertStaffRole(tx: Tx, userId: string): Promise<void> {
  await tx.insertInto('user_roles').values({ user_id: userId, role: 'super_admin' }).execute()
}

/** Rows date themselves; a marketplace with a past needs them older. */
export async function backdate(
  tx: Tx,
  table: 'dprs' | 'offers' | 'contracts',
  id: string,
  at: Date,
): Promise<void> {
  await tx.updateTable(table).set({ created_at: at }).where('id', '=', id).execute()
}

export async function backdateQuestion(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('dpr_questions').set({ created_at: at }).where('id', '=', id).execute()
}

export async function backdateInvitation(
  tx: Tx,
  dprId: string,
  vendor: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('dpr_invitations')
    .set({ created_at: at })
    .where('dpr_id', '=', dprId)
    .where('vendor', '=', vendor)
    .execute()
}

export async function findContract(tx: Tx, title: string, client: string) {
  return await tx
    .selectFrom('contracts')
    .select(['id', 'dpr_id', 'status'])
    .where('client', '=', client)
    .where('title', '=', title)
    .executeTakeFirst()
}

/** Written straight into the tables: opened through the service, they would be mailed about. */
export async function insertTickets(tx: Tx, now: Date): Promise<void> {
  for (const { from, thread, ...asked } of tickets) {
    const person = await tx
      .selectFrom('profiles')
      .select(['user_id', 'organization'])
      .where('email', '=', from ?? '')
      .executeTakeFirst()
    const messages = thread.map(({ hoursAgo, body, fromStaff }) => ({
      from_staff: fromStaff,
      body,
      user_id: fromStaff ? null : (person?.user_id ?? null),
      created_at: new Date(now.getTime() - hoursAgo * HOUR_MS),
    }))
    const { id } = await tx
      .insertInto('support_tickets')
      .values({
        ...asked,
        user_id: person?.user_id ?? null,
        organization: person?.organization ?? null,
        status: messages.at(-1)!.from_staff ? 'answered' : 'open',
        created_at: messages[0]!.created_at,
        updated_at: messages.at(-1)!.created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('support_messages')
      .values(messages.map((message) => ({ ...message, ticket_id: id })))
      .execute()
  }
}

/** Looks of a client's people at the offers it received, on some days of the last week. */
export async function insertOfferViews(tx: Tx, client: string): Promise<void> {
  await sql`
    insert into offer_views (offer_id, user_id, day, vendor, revision)
    select o.id, p.user_id, d.day::date, o.vendor, 1
    from offers o join profiles p on p.organization = o.client and p.membership = 'active',
      generate_series(now() - interval '6 days', now(), interval '1 day') as d (day)
    where o.client = ${client} and o.created_at < d.day
      and (right(o.id, 1)::integer + extract(day from d.day)::integer) % 3 = 0
    on conflict do nothing`.execute(tx)
}

export async function findRequest(tx: Tx, title: string, client: string): Promise<string> {
  const { id } = await tx
    .selectFrom('dprs')
    .select('id')
    .where('client', '=', client)
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return id
}

export async function findRevision(tx: Tx, offerId: string): Promise<number> {
  const { revision } = await tx
    .selectFrom('offers')
    .select('revision')
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
  return revision
}

/**
 * Gives what was written before there were accounts to people who could have written and read it: all but the last
 * `unread` messages of the other party.
 */
export async function insertReads(
  tx: Tx,
  conversation: string,
  reader: { organization: string; side: 'client' | 'vendor' },
  unread: number,
): Promise<void> {
  const { organization, side } = reader
  const newestFirst = await tx
    .selectFrom('messages')
    .select(['id', 'created_at'])
    .where('conversation_id', '=', conversation)
    .orderBy('id', 'desc')
    .execute()
  const read = newestFirst[unread]
  const unreadAt = unread > 0 ? newestFirst[0]!.created_at : null
  await sql`
    insert into conversation_reads
      (conversation_id, user_id, organization, side, last_message_id, read_at, unread_count, unread_at)
    select ${conversation}, user_id, organization, ${side}, ${read?.id ?? null}, ${read?.created_at ?? null}, ${unread}, ${unreadAt}
    from profiles where organization = ${organization} and membership = 'active'`.execute(tx)
  await sql`
    update messages set user_id = p.user_id from profiles p
    where conversation_id = ${conversation} and sender = ${organization} and p.organization = ${organization}
      and p.email in ('client@sample.test', 'vendor@sample.test')`.execute(tx)
  await sql`update conversations set client_told = false, vendor_told = false where id = ${conversation}`.execute(
    tx,
  )
}

export async function findConversation(
  tx: Tx,
  talk: { client: string; vendor: string; title: string },
): Promise<string> {
  const { id } = await tx
    .selectFrom('conversations')
    .select('id')
    .where('client', '=', talk.client)
    .where('vendor', '=', talk.vendor)
    .where('title', '=', talk.title)
    .executeTakeFirstOrThrow()
  return id
}
