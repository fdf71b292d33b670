import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AppSsoConnections, AppSsoDomains } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { deleteDirectoriesOf } from './scim/queries.ts'

export type DomainRow = Selectable<AppSsoDomains>
export type ConnectionRow = Selectable<AppSsoConnections>

export async function listDomains(tx: Tx, organization: string): Promise<DomainRow[]> {
  return await tx
    .selectFrom('app.sso_domains')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('domain')
    .execute()
}

/** Inserts a claim. Returns false if the organization has claimed the domain before. */
export async function insertDomain(tx: Tx, row: Insertable<AppSsoDomains>): Promise<string | null> {
  const inserted = await tx
    .insertInto('app.sso_domains')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization', 'domain']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Locks a domain of the organization. Undefined for those of others. */
export async function lockDomain(tx: Tx, organization: string, id: string) {
  return await tx
    .selectFrom('app.sso_domains')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateDomain(
  tx: Tx,
  id: string,
  change: Updateable<AppSsoDomains>,
): Promise<void> {
  await tx.updateTable('app.sso_domains').set(change).where('id', '=', id).execute()
}

export async function deleteDomain(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.sso_domains').where('id', '=', id).execute()
}

/** Lists proved domains that were not looked at since `before`, the longest ago first. */
export async function listDueDomains(tx: Tx, before: Date, limit: number): Promise<DomainRow[]> {
  return await tx
    .selectFrom('app.sso_domains')
    .selectAll()
    .where('proved_at', 'is not', null)
    .where('checked_at', '<', before)
    .orderBy('checked_at')
    .limit(limit)
    .execute()
}

export async function hasProvedDomain(tx: Tx, organization: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.sso_domains')
    .select('id')
    .where('organization', '=', organization)
    .where('proved_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function ownsDomain(tx: Tx, organization: string, domain: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.sso_domains')
    .select('id')
    .where('organization', '=', organization)
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function findConnection(
  tx: Tx,
  by: { organization: string } | { id: string },
): Promise<ConnectionRow | undefined> {
  return await tx
    .selectFrom('app.sso_connections')
    .selectAll()
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('organization', '=', by.organization)))
    .executeTakeFirst()
}

/** Locks the organization against other changes of its single sign-on. */
export async function lockSettings(tx: Tx, organization: string): Promise<void> {
  await sql`select from organizations where id = ${organization} for no key update`.execute(tx)
}

/**
 * Returns the connection of an active organization, by its ID or by a proved domain. Undefined for an organization
 * without a proved domain.
 */
export async function findStanding(
  tx: Tx,
  by: { domain: string } | { id: string },
): Promise<ConnectionRow | undefined> {
  return await tx
    .selectFrom('app.sso_connections as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization')
    .selectAll('c')
    .where('o.is_active', '=', true)
    .where((eb) => {
      const proved = eb
        .selectFrom('app.sso_domains as d')
        .select('d.id')
        .whereRef('d.organization', '=', 'c.organization')
        .where('d.proved_at', 'is not', null)
      return 'id' in by
        ? eb.and([eb('c.id', '=', by.id), eb.exists(proved)])
        : eb.exists(proved.where('d.domain', '=', by.domain))
    })
    .executeTakeFirst()
}

export async function upsertConnection(tx: Tx, row: Insertable<AppSsoConnections>): Promise<void> {
  const { organization, created_at, ...change } = row
  await tx
    .insertInto('app.sso_connections')
    .values(row)
    .onConflict((conflict) => conflict.column('organization').doUpdateSet(change))
    .execute()
}

export async function updateConnection(
  tx: Tx,
  id: string,
  change: Updateable<AppSsoConnections>,
): Promise<void> {
  await tx.updateTable('app.sso_connections').set(change).where('id', '=', id).execute()
}

export async function deleteConnection(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.sso_connections').where('id', '=', id).execute()
}

/** Returns the membership of an account: undefined for one without a profile. */
export async function findPerson(tx: Tx, userId: string) {
  return await tx
    .selectFrom('profiles')
    .select(['organization', 'membership', 'work_roles'])
    .select(
      sql<boolean>`exists (select from user_roles r where r.user_id = profiles.user_id and r.role = 'super_admin')`.as(
        'is_staff',
      ),
    )
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function findOrganization(tx: Tx, id: string) {
  return await tx
    .selectFrom('organizations')
    .select(['id', 'is_client', 'is_vendor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Notes that a member has come, with the groups that the provider named. */
export async function noteArrival(
  tx: Tx,
  row: { userId: string; organization: string; groups: string[]; at: Date },
): Promise<void> {
  const { userId, organization, groups, at } = row
  await tx
    .insertInto('app.sso_members')
    .values({ user_id: userId, organization, groups, signed_in_at: at })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ organization, groups, signed_in_at: at }),
    )
    .execute()
}

/**
 * Selects the active members of the organization's provider: by their address, or because they came by it. There
 * are none while no domain is proved, for then nobody can come by it.
 */
const concerned = (tx: Tx) =>
  tx
    .selectFrom('app.sso_connections as c')
    .innerJoin('profiles as p', 'p.organization', 'c.organization')
    .where('p.membership', '=', 'active')
    .where(
      sql<boolean>`exists (select from app.sso_domains d where d.organization = c.organization
        and d.proved_at is not null)`,
    )
    .where(
      sql<boolean>`(exists (select from app.sso_domains d where d.organization = c.organization
        and d.proved_at is not null and d.domain = lower(split_part(p.email, '@', 2)))
        or exists (select from app.sso_members m where m.user_id = p.user_id and m.organization = c.organization))`,
    )

/** Returns the rule for a member of an organization that requires single sign-on. Undefined for all others. */
export async function findRule(tx: Tx, userId: string) {
  return await concerned(tx)
    .innerJoin('organizations as o', 'o.id', 'c.organization')
    .select(['c.organization', 'c.break_glass'])
    .where('p.user_id', '=', userId)
    .where('c.is_required', '=', true)
    .where('o.is_active', '=', true)
    .executeTakeFirst()
}

/** Lists the user IDs of the members under the rule. */
export async function listConcerned(tx: Tx, organization: string): Promise<string[]> {
  const rows = await concerned(tx)
    .select('p.user_id')
    .where('c.organization', '=', organization)
    .execute()
  return rows.map((row) => row.user_id)
}

export async function countConcerned(tx: Tx, organization: string): Promise<number> {
  const { count } = await tx
    .selectFrom('profiles as p')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('p.organization', '=', organization)
    .where('p.membership', '=', 'active')
    .where(
      sql<boolean>`exists (select from app.sso_domains d where d.organization = ${organization}
        and d.proved_at is not null and d.domain = lower(split_part(p.email, '@', 2)))`,
    )
    .executeTakeFirstOrThrow()
  return count
}

export async function listNames(tx: Tx, userIds: string[]) {
  if (userIds.length === 0) return []
  return await tx
    .selectFrom('profiles')
    .select(['user_id', 'email'])
    .select(sql<string>`btrim(first_name || ' ' || last_name)`.as('name'))
    .where('user_id', 'in', userIds)
    .orderBy('email')
    .execute()
}

/** Deletes the settings of organizations. */
export async function deleteOf(tx: Tx, organizations: string[]): Promise<void> {
  await deleteDirectoriesOf(tx, organizations)
  await tx.deleteFrom('app.sso_members').where('organization', 'in', organizations).execute()
  await tx.deleteFrom('app.sso_connections').where('organization', 'in', organizations).execute()
  await tx.deleteFrom('app.sso_group_roles').where('organization', 'in', organizations).execute()
  await tx.deleteFrom('app.sso_domains').where('organization', 'in', organizations).execute()
}
