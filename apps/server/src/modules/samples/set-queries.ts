/** Which set of samples stands, and who belongs to it. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Any constant will do: of processes that start together, one loads. */
const LOCK_KEY = 7_361_002

/** Until the transaction ends, nobody else loads or replaces samples. */
export async function lockSamples(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
}

/** Row ids by public ID, of those that are there. */
export async function listCompanyIds(
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

export async function findAccount(tx: Tx, email: string): Promise<string | null> {
  const row = await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.user_id ?? null
}
