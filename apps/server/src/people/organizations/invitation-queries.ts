import type { MemberRole } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { fullName } from '../../platform/database/names.ts'

const withInviter = (tx: Tx) =>
  tx
    .selectFrom('invitations as i')
    .leftJoin('profiles as p', 'p.user_id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.sent_at', 'i.expires_at', 'i.work_roles'])
    .select(fullName('p').as('inviter'))

export type InvitationRow = Awaited<ReturnType<typeof getInvitation>>

export async function getInvitation(tx: Tx, id: string) {
  return await withInviter(tx).where('i.id', '=', id).executeTakeFirstOrThrow()
}

/** Lists open invitations, the last sent first; one row more than the page. */
export async function listOpenInvitations(
  tx: Tx,
  organization: string,
  { after, limit }: { after: Position | null; limit: number },
) {
  return await withInviter(tx)
    .where('i.organization', '=', organization)
    .where('i.accepted_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(i.sent_at, i.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('i.sent_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countSentSince(tx: Tx, organization: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('organization', '=', organization)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findLastSent(tx: Tx, organization: string, email: string) {
  const row = await tx
    .selectFrom('invitations')
    .select('sent_at')
    .where('organization', '=', organization)
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.sent_at ?? null
}

/** Inserts an invitation, one per organization and address: a second one renews the first. */
export async function upsertInvitation(
  tx: Tx,
  row: {
    organization: string
    email: string
    invited_by: string
    expires_at: Date
    work_roles: readonly MemberRole[]
  },
): Promise<string> {
  const { invited_by, expires_at } = row
  const work_roles = [...row.work_roles]
  const { id } = await tx
    .insertInto('invitations')
    .values({ ...row, work_roles })
    .onConflict((conflict) =>
      conflict.constraint('invitations__one_per_address').doUpdateSet({
        invited_by,
        expires_at,
        work_roles,
        sent_at: sql`now()`,
        accepted_at: null,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteOpenInvitation(
  tx: Tx,
  organization: string,
  id: string,
): Promise<boolean> {
  const result = await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('organization', '=', organization)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes the invitation to an address, so that a removed person cannot return by it. */
export async function deleteInvitationOf(
  tx: Tx,
  organization: string,
  email: string,
): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('organization', '=', organization)
    .where('email', '=', email.toLowerCase())
    .execute()
}

export async function deleteInvitationsOfUser(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('invitations').where('email', '=', email).execute()
}

/** Uses up the standing invitation of an address to an organization; returns its roles, null when there is none. */
export async function claimInvitation(
  tx: Tx,
  { organization, email, at }: { organization: string; email: string; at: Date },
): Promise<MemberRole[] | null> {
  const claimed = await tx
    .updateTable('invitations')
    .set({ accepted_at: at })
    .where('organization', '=', organization)
    .where('email', '=', email.toLowerCase())
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('work_roles')
    .executeTakeFirst()
  return (claimed?.work_roles as MemberRole[] | undefined) ?? null
}

/** Returns true where an invitation of an address to an organization stands. */
export async function isInvited(
  tx: Tx,
  { organization, email, at }: { organization: string; email: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('invitations')
    .select('id')
    .where('organization', '=', organization)
    .where('email', '=', email.toLowerCase())
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists open invitations of an address into active organizations. */
export async function listReceived(tx: Tx, email: string, now: Date) {
  return await tx
    .selectFrom('invitations as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization')
    .select(['i.id', 'i.organization', 'i.sent_at', 'o.name', 'o.is_client', 'o.is_vendor'])
    .where('i.email', '=', email)
    .where('i.accepted_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('o.is_active', '=', true)
    .orderBy('i.sent_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(100)
    .execute()
}

/**
 * Finds an account by address or user ID, with its organization and membership. Null if there is
 * none. `email` is proven if `is_confirmed`.
 */
export async function findAccount(tx: Tx, by: { email: string } | { userId: string }) {
  const query = tx
    .selectFrom('auth.users as u')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.email', 'p.organization', 'p.membership'])
    .select(sql<boolean>`u.email_confirmed_at is not null`.as('is_confirmed'))
    .where('u.deleted_at', 'is', null)
  const found =
    'email' in by ? query.where('u.email', '=', by.email) : query.where('u.id', '=', by.userId)
  return (await found.executeTakeFirst()) ?? null
}
