import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Enters applications of the past, for the sample marketplace. Requires the system role. */
export async function backfillApplications(
  tx: Tx,
  rows: Insertable<DB['business_applications']>[],
): Promise<void> {
  const dated = rows.map((row) => ({
    ...row,
    due_at: sql<Date>`app.business_days_after(${row.created_at ?? new Date()}, 5)`,
  }))
  await tx.insertInto('business_applications').values(dated).execute()
}

/** Deletes applications by address, except those that became organizations. Requires the system role. */
export async function deleteApplications(tx: Tx, emails: string[]): Promise<void> {
  await sql`
    delete from business_applications a where a.business_email = any (${emails})
      and not exists (select from organizations o where o.application_id = a.id)`.execute(tx)
}
