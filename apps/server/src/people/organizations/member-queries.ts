import type { Membership } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

const people = (tx: Tx) =>
  tx
    .selectFrom('profiles as p')
    .select(['p.user_id', 'p.email', 'p.job_title', 'p.membership', 'p.joined_at', 'p.work_roles'])
    .select(sql<string>`btrim(p.first_name || ' ' || p.last_name)`.as('name'))
    .select(
      sql<boolean>`exists (select from user_roles r where r.user_id = p.user_id and r.role = 'admin')`.as(
        'is_admin',
      ),
    )

export type PersonRow = Awaited<ReturnType<typeof getPerson>>

export async function getPerson(tx: Tx, userId: string) {
  return await people(tx).where('p.user_id', '=', userId).executeTakeFirstOrThrow()
}

/**
 * Lists people, latest first, one row more than `limit`. `domain` restricts them to e-mail
 * addresses in it. Omits requests in the name of an address that was never proven.
 */
export async function listPeople(
  tx: Tx,
  organization: string,
  filter: {
    memberships: Membership[]
    domain: string | null
    after: Position | null
    limit: number
  },
) {
  const { memberships, domain, after, limit } = filter
  return await people(tx)
    .where('p.organization', '=', organization)
    .where('p.membership', 'in', memberships)
    .where(sql<boolean>`(p.membership <> 'pending' or app.has_proven_contact(p.user_id))`)
    .$if(domain !== null, (query) => query.where(sql<boolean>`p.email like ${`%@${domain}`}`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(p.joined_at, p.user_id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('p.joined_at', 'desc')
    .orderBy('p.user_id', 'desc')
    .limit(limit + 1)
    .execute()
}

/**
 * Locks a person's membership in the organization against other decisions. Null for people of other
 * organizations.
 */
export async function lockPerson(tx: Tx, organization: string, userId: string) {
  const row = await tx
    .selectFrom('profiles')
    .select(['user_id', 'email', 'membership'])
    .where('user_id', '=', userId)
    .where('organization', '=', organization)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}
