import type { Insertable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Enters organizations of the sample marketplace under their own row ids. Requires the system role. */
export async function backfillOrganizations(
  tx: Tx,
  rows: Insertable<DB['organizations']>[],
): Promise<void> {
  await tx.insertInto('organizations').values(rows).execute()
}
