import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { applications, companies } from './companies.ts'

/** Any constant will do: of processes that start together, one loads. */
const LOCK_KEY = 7_361_002

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
  const rows = Object.values(companies).map((company) => ({ ...company, is_sample: true }))
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

export async function findContract(tx: Tx, title: string, client: string) {
  return await tx
    .selectFrom('contracts')
    .select(['id', 'dpr_id', 'status'])
    .where('client', '=', client)
    .where('title', '=', title)
    .executeTakeFirst()
}
