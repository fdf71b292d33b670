import type { Role } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export async function findMember(tx: Tx, userId: string) {
  return await tx
    .selectFrom('profiles as p')
    .leftJoin('organizations as o', (join) =>
      join.onRef('o.id', '=', 'p.organization').on('o.is_active', '=', true),
    )
    .select((eb) => [
      'p.email',
      'p.membership',
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
    .where('p.user_id', '=', userId)
    .executeTakeFirst()
}

export async function findJoinableOrganization(tx: Tx, organizationId: string) {
  return await tx
    .selectFrom('organizations')
    .select(['id', 'email', 'is_client', 'is_vendor'])
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** The organization of a person whose membership still waits, with the e-mail address its application came from. */
export async function findPendingMembership(tx: Tx, userId: string) {
  return await tx
    .selectFrom('profiles as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization')
    .select(['o.email', 'o.is_client', 'o.is_vendor'])
    .where('p.user_id', '=', userId)
    .where('p.membership', '=', 'pending')
    .executeTakeFirst()
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

export async function setMembership(
  tx: Tx,
  userId: string,
  membership: 'active' | 'pending',
): Promise<void> {
  await tx.updateTable('profiles').set({ membership }).where('user_id', '=', userId).execute()
}

export async function insertRoles(tx: Tx, userId: string, roles: Role[]): Promise<void> {
  const rows = roles.map((role) => ({ user_id: userId, role }))
  await tx
    .insertInto('user_roles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
