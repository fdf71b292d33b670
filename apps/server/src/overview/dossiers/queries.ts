import type { Tx } from '../../platform/database/db.ts'

/** Returns the subscription whose revision a request orders; null for any other. Requires the system role. */
export async function findSubscription(tx: Tx, dprId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('dprs')
    .select('subscription_id')
    .where('id', '=', dprId)
    .executeTakeFirst()
  return row?.subscription_id ?? null
}

/** Returns true if an organization is one of the sample marketplace. Requires the system role. */
export async function isSample(tx: Tx, organization: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('is_sample')
    .where('id', '=', organization)
    .executeTakeFirst()
  return row?.is_sample ?? false
}
