import type { MemberRole, Role } from '@semblance/contract'
import { sql, type Updateable } from 'kysely'
import type { Profiles } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { nameOrEmail } from '../../platform/database/names.ts'
import { prepareQuery } from '../../platform/database/prepared-query.ts'

const memberOf = prepareQuery((tx: Tx, { userId }: { userId: string }) =>
  tx
    .selectFrom('profiles as p')
    .leftJoin('organizations as o', (join) =>
      join.onRef('o.id', '=', 'p.organization').on('o.is_active', '=', true),
    )
    .select((eb) => [
      'p.email',
      'p.membership',
      'p.work_roles',
      'o.id as organization',
      'o.organization_id',
      'o.name',
      'o.is_client',
      'o.is_vendor',
      'o.is_sample',
      sql<
        Role[]
      >`array(${eb.selectFrom('user_roles as r').select('r.role').whereRef('r.user_id', '=', 'p.user_id').orderBy('r.role')})`.as(
        'roles',
      ),
    ])
    .where('p.user_id', '=', userId),
)

export async function findMember(tx: Tx, userId: string) {
  return (await memberOf(tx, { userId }))[0]
}

export async function insertProfile(
  tx: Tx,
  row: {
    user_id: string
    email: string
    first_name: string
    last_name: string
    company_name: string
    job_title: string | null
    phone: string | null
    organization: string | null
  },
): Promise<void> {
  await tx.insertInto('profiles').values(row).execute()
}

export async function insertServiceProfile(
  tx: Tx,
  { userId, name, organization }: { userId: string; name: string; organization: string },
): Promise<void> {
  await tx
    .insertInto('profiles')
    .values({
      user_id: userId,
      email: '',
      first_name: name,
      organization,
      membership: sql`'service'`,
    })
    .execute()
}

export async function updateProfileRow(
  tx: Tx,
  userId: string,
  change: Pick<Updateable<Profiles>, 'email' | 'first_name' | 'last_name' | 'job_title' | 'phone'>,
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ ...change, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
}

export async function updateMembership(
  tx: Tx,
  userId: string,
  change: Pick<Updateable<Profiles>, 'organization' | 'membership' | 'joined_at'>,
): Promise<void> {
  await tx.updateTable('profiles').set(change).where('user_id', '=', userId).execute()
}

export async function updateWorkRoles(
  tx: Tx,
  { userId, organization }: { userId: string; organization: string },
  roles: readonly MemberRole[],
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ work_roles: [...new Set(roles)] })
    .where('user_id', '=', userId)
    .where('organization', '=', organization)
    .execute()
}

export async function insertRoles(tx: Tx, userId: string, roles: Role[]): Promise<void> {
  const rows = roles.map((role) => ({ user_id: userId, role }))
  await tx
    .insertInto('user_roles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes the roles of an organization; `super_admin` is the platform's own and stays. */
export async function deleteOrganizationRoles(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role', '!=', 'super_admin')
    .execute()
}

export async function deleteRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', '=', role).execute()
}

/** Lists the platform's staff by name, or by address for users without a name. */
export async function listStaff(tx: Tx): Promise<{ id: string; name: string }[]> {
  return await tx
    .selectFrom('user_roles as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.user_id')
    .select('p.user_id as id')
    .select(nameOrEmail('p').as('name'))
    .where('r.role', '=', 'super_admin')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Returns all staff, and locks their role until the transaction ends. */
export async function lockStaff(tx: Tx): Promise<{ userId: string; email: string }[]> {
  return await tx
    .selectFrom('user_roles as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.user_id')
    .select(['r.user_id as userId', 'p.email'])
    .where('r.role', '=', 'super_admin')
    .forUpdate('r')
    .execute()
}

export async function listAdmins(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('profiles as p')
    .innerJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select('p.user_id')
    .where('p.organization', '=', organizationId)
    .where('p.membership', '=', 'active')
    .where('r.role', '=', 'admin')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns row ids by public ID, of the organizations that exist. */
export async function listOrganizationIds(
  tx: Tx,
  organizationIds: string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('organizations')
    .select(['id', 'organization_id'])
    .where('organization_id', 'in', organizationIds)
    .execute()
  return new Map(rows.map((row) => [row.organization_id, row.id]))
}

/** Returns the user id of the account with this address, or null. */
export async function findUserByEmail(tx: Tx, email: string): Promise<string | null> {
  const row = await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.user_id ?? null
}
