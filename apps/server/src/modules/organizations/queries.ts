import type { Insertable } from 'kysely'
import type { Organizations } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

export type NewOrganization = Omit<Insertable<Organizations>, 'organization_id'>

/** The new row's id, or null when the organization ID is taken. */
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
