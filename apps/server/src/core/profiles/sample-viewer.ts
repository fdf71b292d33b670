/** Names the sample organizations and accounts that signed-out visitors read the sample marketplace as. */
import type { Side } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { findUserByEmail, listOrganizationIds } from './queries.ts'

/** Public IDs stay the same over every reset of the sample data; row ids do not. */
export const sampleViewers = {
  client: { organizationId: 'ORG-10001-HALDN', email: 'client@sample.test' },
  vendor: { organizationId: 'ORG-20001-MERID', email: 'vendor@sample.test' },
} as const satisfies Record<Side, { organizationId: string; email: string }>

/** Returns the row ids of both sample organizations, null where one is not loaded. Requires the system role. */
export async function findSampleOrganizations(
  tx: Tx,
): Promise<{ client: string | null; vendor: string | null }> {
  const { client, vendor } = sampleViewers
  const ids = await listOrganizationIds(tx, [client.organizationId, vendor.organizationId])
  return {
    client: ids.get(client.organizationId) ?? null,
    vendor: ids.get(vendor.organizationId) ?? null,
  }
}

/** Returns the user id of the sample person of a side, or null. Requires the system role. */
export const findSampleReader = (tx: Tx, side: Side): Promise<string | null> =>
  findUserByEmail(tx, sampleViewers[side].email)
