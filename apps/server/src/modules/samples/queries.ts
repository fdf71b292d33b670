import type { Side } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { applications } from './applications.ts'
import type { Cast } from './cast.ts'
import { type CompanyKey, companies } from './companies.ts'

const DAY_MS = 86_400_000
/** Longer ago than the first of the past requests. */
const OLDEST_MEMBER_DAYS = 700

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

export async function insertCompanies({ tx, idOf }: Cast): Promise<void> {
  const rows = Object.entries(companies).map(([key, company], index) => ({
    ...company,
    id: idOf(key as CompanyKey),
    is_sample: true,
    created_at: daysAgo(OLDEST_MEMBER_DAYS - 25 * index),
  }))
  await tx.insertInto('organizations').values(rows).execute()
}

export async function insertApplications(tx: Tx): Promise<void> {
  const rows = applications.map(({ decision, reason, appliedDays, ...application }) => ({
    ...application,
    status: decision ?? ('pending' as const),
    decision_reason: reason ?? null,
    created_at: daysAgo(appliedDays),
    decided_at: decision ? daysAgo(appliedDays - 2) : null,
  }))
  await tx.insertInto('business_applications').values(rows).execute()
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

/** Looks of a client's people at the offers it received, on some days of the last week. */
export async function insertOfferViews(tx: Tx, client: string): Promise<void> {
  await sql`
    insert into offer_views (offer_id, user_id, day, vendor, revision)
    select o.id, p.user_id, d.day::date, o.vendor, 1
    from offers o join profiles p on p.organization = o.client and p.membership = 'active',
      generate_series(now() - interval '13 days', now(), interval '1 day') as d (day)
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
  reader: { organization: string; side: Side },
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

/** A delivered contract whose dataset has not been entered yet. */
export async function findUndelivered(tx: Tx, title: string, client: string) {
  const row = await tx
    .selectFrom('contracts as k')
    .select(['k.id', 'k.client', 'k.vendor', 'k.submitted_at', 'k.delivered_at'])
    .where('k.client', '=', client)
    .where('k.title', '=', title)
    .where('k.delivered_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('deliveries as d').select('d.id').whereRef('d.contract_id', '=', 'k.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return row ?? null
}

export async function getContract(tx: Tx, id: string) {
  return await tx
    .selectFrom('contracts')
    .select(['id', 'client', 'vendor', 'submitted_at', 'delivered_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function backdatePerson(tx: Tx, userId: string, days: number): Promise<void> {
  const since = daysAgo(days)
  await tx
    .updateTable('profiles')
    .set({ created_at: since, joined_at: since })
    .where('user_id', '=', userId)
    .execute()
}
