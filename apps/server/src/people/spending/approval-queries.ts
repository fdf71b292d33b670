import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { nameOrEmail } from '../../platform/database/names.ts'

export type ApprovalRow = Awaited<ReturnType<typeof getApproval>>

const live = ['waiting', 'approved'] as const

/** Bounds the search for approvals to end among all those that were given and paid. */
const GIVEN_LOOKBACK_MS = 30 * 86_400_000

/** Holds for an approval `a` without a payment that is on its way or was made after its start. */
const isUnpaid = sql<boolean>`not exists (select from public.payments p
  join public.contracts k on k.id = p.contract_id
  where k.offer_id = a.offer_id and p.state in ('submitted', 'settled') and p.created_at >= a.created_at)`

export async function insertApproval(
  tx: Tx,
  row: Insertable<DB['app.approvals']>,
): Promise<string> {
  const query = tx.insertInto('app.approvals').values(row).returning('id')
  return (await query.executeTakeFirstOrThrow()).id
}

export async function getApproval(tx: Tx, id: string) {
  return await tx
    .selectFrom('app.approvals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Returns an approval of the organization, which stays as it is until the transaction ends. */
export async function lockApproval(tx: Tx, organization: string, id: string) {
  const row = await tx
    .selectFrom('app.approvals')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function findApproval(tx: Tx, organization: string, id: string) {
  const row = await tx
    .selectFrom('app.approvals')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the approval of an offer that waits or was given, else the last one. */
export async function findLatest(tx: Tx, offerId: string) {
  const row = await tx
    .selectFrom('app.approvals')
    .selectAll()
    .where('offer_id', '=', offerId)
    .orderBy(sql`(state in ('waiting', 'approved'))`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the approval of one revision of an offer that was given and has not lapsed, null without one. */
export async function findGiven(tx: Tx, offerId: string, revision: number, now: Date) {
  const row = await tx
    .selectFrom('app.approvals')
    .selectAll()
    .where('offer_id', '=', offerId)
    .where('revision', '=', revision)
    .where('state', '=', 'approved')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Lists what waits for an offer that can be paid, the oldest first, without this user's own requests. */
export async function listUndecided(
  tx: Tx,
  organization: string,
  { userId, now, limit }: { userId: string | null; now: Date; limit: number },
) {
  return await tx
    .selectFrom('app.approvals as a')
    .innerJoin('offers as o', 'o.id', 'a.offer_id')
    .selectAll('a')
    .where('a.organization', '=', organization)
    .where('a.state', '=', 'waiting')
    .where('a.expires_at', '>', now)
    .where(sql<boolean>`a.asked_by is distinct from ${userId}::uuid`)
    .where('o.status', 'in', ['pending', 'accepted'])
    .whereRef('o.revision', '=', 'a.revision')
    .orderBy('a.id')
    .limit(limit)
    .execute()
}

export async function endApproval(
  tx: Tx,
  id: string,
  state: Exclude<ApprovalRow['state'], 'waiting'>,
  at: Date,
): Promise<void> {
  await tx.updateTable('app.approvals').set({ state, ended_at: at }).where('id', '=', id).execute()
}

/** Ends what waits or was given for earlier terms of an offer; returns what waited. */
export async function supersede(tx: Tx, offerId: string, at: Date) {
  const before = await tx
    .selectFrom('app.approvals')
    .select(['id', 'state', 'asked_by', 'organization'])
    .where('offer_id', '=', offerId)
    .where('state', 'in', [...live])
    .forUpdate()
    .execute()
  if (before.length === 0) return []
  await tx
    .updateTable('app.approvals')
    .set({ state: 'superseded', ended_at: at })
    .where(
      'id',
      'in',
      before.map(({ id }) => id),
    )
    .execute()
  return before
}

export async function insertDecision(
  tx: Tx,
  row: Insertable<DB['app.approval_decisions']>,
): Promise<void> {
  await tx.insertInto('app.approval_decisions').values(row).execute()
}

/** Lists decisions of these approvals, the first one first, with the names of people whose accounts are there. */
export async function listDecisions(tx: Tx, approvals: string[]) {
  if (approvals.length === 0) return []
  const nameOf = (column: 'd.user_id' | 'd.in_place_of') =>
    sql<string | null>`(select ${nameOrEmail('p')}
      from public.profiles p where p.user_id = ${sql.ref(column)})`
  return await tx
    .selectFrom('app.approval_decisions as d')
    .selectAll('d')
    .select([nameOf('d.user_id').as('name'), nameOf('d.in_place_of').as('in_place_of_name')])
    .where('d.approval', 'in', approvals)
    .orderBy('d.decided_at')
    .orderBy('d.user_id')
    .execute()
}

/**
 * Returns a function to what unpaid approvals promise in a person's name: the first person who consented
 * to each, or the approver in whose place it was.
 */
export async function sumPromised(tx: Tx, organization: string, now: Date) {
  const rows = await tx
    .selectFrom('app.approvals as a')
    .innerJoin('offers as o', 'o.id', 'a.offer_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('app.approval_decisions as d')
          .select(sql<string>`coalesce(d.in_place_of, d.user_id)`.as('responsible'))
          .whereRef('d.approval', '=', 'a.id')
          .where('d.decision', '=', 'approve')
          .orderBy('d.decided_at')
          .orderBy('d.user_id')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['a.offer_id', 'a.amount_cents', 'first.responsible'])
    .where('a.organization', '=', organization)
    .where('a.state', 'in', [...live])
    .where('a.expires_at', '>', now)
    .where('o.status', 'in', ['pending', 'accepted'])
    .where(isUnpaid)
    .execute()
  return (userId: string, offerId: string | null) =>
    rows
      .filter((row) => row.responsible === userId && row.offer_id !== offerId)
      .reduce((sum, row) => sum + row.amount_cents, 0n)
}

/**
 * Lists what has ended without an answer or a payment: past its day, or with its offer. Of what was given,
 * looks at what ended not long ago. Skips what is being decided.
 */
export async function listLapsed(tx: Tx, now: Date, limit: number) {
  const longAgo = new Date(now.getTime() - GIVEN_LOOKBACK_MS)
  return await tx
    .selectFrom('app.approvals as a')
    .innerJoin('offers as o', 'o.id', 'a.offer_id')
    .select(['a.id', 'a.asked_by', 'a.state'])
    .where('a.state', 'in', [...live])
    .where((eb) =>
      eb.or([eb('a.state', '=', 'waiting'), eb.and([eb('a.expires_at', '>', longAgo), isUnpaid])]),
    )
    .where((eb) =>
      eb.or([eb('a.expires_at', '<=', now), eb('o.status', 'not in', ['pending', 'accepted'])]),
    )
    .orderBy('a.expires_at')
    .limit(limit)
    .forUpdate('a')
    .skipLocked()
    .execute()
}

/** Returns the approvers that a person stands in for at the moment: those who still may approve. */
export async function listReplaced(tx: Tx, standIn: string, organization: string, now: Date) {
  return await tx
    .selectFrom('app.approval_stand_ins as s')
    .innerJoin('profiles as p', 'p.user_id', 's.approver')
    .select(['s.approver', 's.until'])
    .select(nameOrEmail('p').as('name'))
    .where('s.stand_in', '=', standIn)
    .where('s.organization', '=', organization)
    .where('s.until', '>', now)
    .where('p.organization', '=', organization)
    .where('p.membership', '=', 'active')
    .where(sql<boolean>`('approver' = any (p.work_roles) or exists (select from public.user_roles r
      where r.user_id = p.user_id and r.role = 'admin'))`)
    .orderBy('s.approver')
    .execute()
}

/** Lists the stand-ins of these approvers. */
export async function listStandIns(tx: Tx, approvers: string[], now: Date) {
  if (approvers.length === 0) return []
  return await tx
    .selectFrom('app.approval_stand_ins as s')
    .innerJoin('profiles as p', 'p.user_id', 's.stand_in')
    .select(['s.approver', 's.stand_in'])
    .where('s.approver', 'in', approvers)
    .where('s.until', '>', now)
    .whereRef('p.organization', '=', 's.organization')
    .where('p.membership', '=', 'active')
    .execute()
}

export type DueReminder = Awaited<ReturnType<typeof listDueReminders>>[number]

/** Lists what waits for an offer that can be paid, and was opened or last reminded of before a time. Skips what is being decided. */
export async function listDueReminders(
  tx: Tx,
  { now, before, limit }: { now: Date; before: Date; limit: number },
) {
  return await tx
    .selectFrom('app.approvals as a')
    .innerJoin('offers as o', 'o.id', 'a.offer_id')
    .innerJoin('dprs as d', 'd.id', 'o.dpr_id')
    .selectAll('a')
    .select('d.title')
    .where('a.state', '=', 'waiting')
    .where(sql<boolean>`coalesce(a.reminded_at, a.created_at) <= ${before}`)
    .where('a.expires_at', '>', now)
    .where('o.status', 'in', ['pending', 'accepted'])
    .whereRef('o.revision', '=', 'a.revision')
    .orderBy(sql`coalesce(a.reminded_at, a.created_at)`)
    .limit(limit)
    .forUpdate('a')
    .skipLocked()
    .execute()
}

export async function markReminded(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('app.approvals').set({ reminded_at: at }).where('id', '=', id).execute()
}

export async function findStandIn(tx: Tx, approver: string, now: Date) {
  const row = await tx
    .selectFrom('app.approval_stand_ins as s')
    .innerJoin('profiles as p', 'p.user_id', 's.stand_in')
    .select(['s.stand_in', 's.until'])
    .select(nameOrEmail('p').as('name'))
    .where('s.approver', '=', approver)
    .where('s.until', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function replaceStandIn(
  tx: Tx,
  approver: string,
  row: Omit<Insertable<DB['app.approval_stand_ins']>, 'approver'> | null,
): Promise<void> {
  await tx.deleteFrom('app.approval_stand_ins').where('approver', '=', approver).execute()
  if (row)
    await tx
      .insertInto('app.approval_stand_ins')
      .values({ approver, ...row })
      .execute()
}
