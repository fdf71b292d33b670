/** Whom a signed-out visitor reads for. Each set of samples has ids of its own; its public IDs stay the same. */
import type { Side } from '@semblance/contract'
import type { Tx } from '../../platform/db.ts'
import { companies } from './companies.ts'
import { findAccount, listCompanyIds } from './set-queries.ts'

const seats = { client: companies.halden, vendor: companies.meridian } as const
const readers = { client: 'client@sample.test', vendor: 'vendor@sample.test' } as const

/** Row ids of the client and the vendor that a visitor sees the marketplace as; run as the system. */
export async function findSampleOrganizations(
  tx: Tx,
): Promise<{ client: string | null; vendor: string | null }> {
  const { client, vendor } = seats
  const ids = await listCompanyIds(tx, [client.organization_id, vendor.organization_id])
  return {
    client: ids.get(client.organization_id) ?? null,
    vendor: ids.get(vendor.organization_id) ?? null,
  }
}

/** The person over whose shoulder a visitor looks; run as the system. */
export const findSampleReader = (tx: Tx, side: Side): Promise<string | null> =>
  findAccount(tx, readers[side])
