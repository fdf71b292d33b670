import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { fullName } from '../../platform/database/names.ts'

/** Counts others with the same name, address or registration number, as an applicant may write them. */
const seenBefore = [
  sql<number>`(select count(*)::integer from business_applications other where other.id <> a.id
    and (lower(other.business_email) = lower(a.business_email)
      or other.registration_number = nullif(a.registration_number, '')))`.as('seen_applications'),
  sql<number>`(select count(*)::integer from organizations known where known.application_id is distinct from a.id
    and (lower(known.email) = lower(a.business_email) or lower(known.name) = lower(a.business_name)))`.as(
    'seen_organizations',
  ),
]

const withOrganization = (tx: Tx) =>
  tx
    .selectFrom('business_applications as a')
    .leftJoin('organizations as o', 'o.application_id', 'a.id')
    .leftJoin('profiles as by', 'by.user_id', 'a.decided_by')
    .selectAll('a')
    .select('o.organization_id')
    .select(seenBefore)
    .select(fullName('by').as('decider'))

export type ApplicationRow = Awaited<ReturnType<typeof getApplication>>

export async function findApplication(tx: Tx, id: string): Promise<ApplicationRow | null> {
  return (await withOrganization(tx).where('a.id', '=', id).executeTakeFirst()) ?? null
}

export async function getApplication(tx: Tx, id: string) {
  return await withOrganization(tx).where('a.id', '=', id).executeTakeFirstOrThrow()
}

export async function hasApplication(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('business_applications')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Limits the mails with a reference to one address a day. */
const MAX_ACKNOWLEDGED = 3

/** Claims the mail to an applicant; undefined if it was written, or its address has had enough today. */
export async function claimAcknowledgment(tx: Tx, id: string, now: Date) {
  const earlier = sql<number>`(select count(*) from business_applications other
    where lower(other.business_email) = lower(business_applications.business_email)
      and other.acknowledged_at > ${now}::timestamptz - interval '1 day')`
  return await tx
    .updateTable('business_applications')
    .set({ acknowledged_at: now })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .where(earlier, '<', MAX_ACKNOWLEDGED)
    .returning('business_email')
    .executeTakeFirst()
}

/** Returns how an application stands, as the holder of its link may see it. */
export async function findStatus(tx: Tx, id: string) {
  return await tx
    .selectFrom('business_applications')
    .select(['business_name', 'status', 'created_at', 'due_at', 'decided_at', 'waiting_since'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the status of an application, which no decision changes until the transaction ends. */
export async function lockStatus(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('business_applications')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.status ?? null
}

type QueuePage<Status> = { status: Status; after: Position | null; limit: number }

/** Lists undecided applications, the one due first on top; one row more than the page. */
export async function listDue(tx: Tx, { status, after, limit }: QueuePage<'pending' | 'waiting'>) {
  return await withOrganization(tx)
    .where('a.status', '=', status)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(a.due_at, a.id) > (${after?.at}, ${after?.id})`),
    )
    .orderBy('a.due_at')
    .orderBy('a.id')
    .limit(limit + 1)
    .execute()
}

/** Lists decided applications, newest first by id (uuidv7 rises with time); one row more than the page. */
export async function listNewest(
  tx: Tx,
  { status, after, limit }: QueuePage<'approved' | 'declined'>,
) {
  return await withOrganization(tx)
    .where('a.status', '=', status)
    .$if(after !== null, (query) => query.where('a.id', '<', after!.id))
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Whole milliseconds, as cursors keep them; null while undecided. */
const decidedAt = sql<Date>`date_trunc('milliseconds', a.decided_at)`

/** Lists decided applications, the latest decision first; one row more than the page. */
export async function listDecided(
  tx: Tx,
  { after, limit }: { after: Position | null; limit: number },
) {
  return await withOrganization(tx)
    .where('a.decided_at', 'is not', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${decidedAt}, a.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy(decidedAt, 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Claims an undecided application for a decision; null when there is none under this id. */
export async function decideApplication(
  tx: Tx,
  id: string,
  decision: {
    status: 'approved' | 'declined'
    decision_reason: string | null
    decided_by: string
    decided_at: Date
  },
) {
  const row = await tx
    .updateTable('business_applications')
    .set({ ...decision, waiting_since: null })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'waiting'])
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
