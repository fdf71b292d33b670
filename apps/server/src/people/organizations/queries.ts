import type { OrganizationForm, OrganizationStatus } from '@semblance/contract'
import type { Insertable } from 'kysely'
import type { Organizations } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type NewOrganization = Omit<Insertable<Organizations>, 'organization_id'>

/** Inserts an organization. Returns its id, or null if the organization ID is taken. */
export async function insertOrganization(
  tx: Tx,
  row: Insertable<Organizations>,
): Promise<string | null> {
  const inserted = await tx
    .insertInto('organizations')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

export async function findOrganization(tx: Tx, id: string) {
  const query = tx.selectFrom('organizations').selectAll().where('id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

export async function updateOrganizationRow(
  tx: Tx,
  id: string,
  form: OrganizationForm,
): Promise<void> {
  const { name, email, website, address, phone, industry, description } = form
  const { city, country, founded, employees } = form // undefined is left as it is
  await tx
    .updateTable('organizations')
    .set({ name, email, website, address, phone, industry, description })
    .set({ city, country, founded, employees })
    .where('id', '=', id)
    .execute()
}

export async function changeOrganizationStatus(
  tx: Tx,
  id: string,
  change: { status: OrganizationStatus; reason: string | null; by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({
      is_active: change.status === 'active',
      is_terminated: change.status === 'terminated',
      status_reason: change.reason,
      status_changed_by: change.by,
      status_changed_at: change.at,
    })
    .where('id', '=', id)
    .execute()
}

/** Returns an active organization by the ID that employees sign up with. */
export async function findJoinableOrganization(tx: Tx, organizationId: string) {
  return await tx
    .selectFrom('organizations')
    .select(['id', 'email', 'is_client', 'is_vendor'])
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** Returns the organization of a pending member, with its application's e-mail address. */
export async function findPendingMembership(tx: Tx, userId: string) {
  return await tx
    .selectFrom('profiles as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization')
    .select([
      'o.id',
      'o.name',
      'o.email',
      'o.is_client',
      'o.is_vendor',
      'p.first_name',
      'p.last_name',
    ])
    .where('p.user_id', '=', userId)
    .where('p.membership', '=', 'pending')
    .where('o.is_active', '=', true)
    .executeTakeFirst()
}

/** Reads whether an organization is active and sells, and keeps that until the transaction ends. Requires the system role. */
export async function keepStanding(tx: Tx, id: string) {
  return await tx
    .selectFrom('organizations')
    .select(['is_active', 'is_vendor'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
}

/** Holds the organization's row, so that decisions about its members happen one after the other. */
export async function lockOrganization(tx: Tx, id: string) {
  return await tx
    .selectFrom('organizations')
    .select(['id', 'name', 'is_client', 'is_vendor'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
