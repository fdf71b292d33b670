import type { Tx } from '../../platform/database/db.ts'

/** Returns true if an organization is one of the sample marketplace. Requires the system role. */
export async function isSample(tx: Tx, organization: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('is_sample')
    .where('id', '=', organization)
    .executeTakeFirst()
  return row?.is_sample ?? false
}
