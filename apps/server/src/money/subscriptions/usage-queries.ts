import { activeContractStatuses, type UsageKind } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

const statuses = [...activeContractStatuses]

/**
 * Counts an organization's use of its plan: requests posted since the period began, contracts on
 * either side that are not over, and stored bytes: originals being uploaded, data sets delivered to
 * it, twins that it had made for a listing, and its attachments to messages and disputes. Requires the system role. Check first that the
 * caller may read for the organization.
 */
export async function countUsage(
  tx: Tx,
  organization: string,
  periodStart: Date,
): Promise<Record<UsageKind, number>> {
  const { rows } = await sql<{ dprs: bigint; contracts: bigint; bytes: bigint }>`
    select
      (select count(*) from dprs where client = ${organization} and created_at >= ${periodStart}) as dprs,
      (select count(*) from contracts where client = ${organization} and status = any (${statuses}))
        + (select count(*) from contracts where vendor = ${organization} and status = any (${statuses})) as contracts,
      (select coalesce(sum(bytes), 0) from (
        select bytes from uploads where organization = ${organization} and state <> 'removed'
        union all
        select f.bytes from deliveries d join delivery_files f on f.delivery_id = d.id where d.client = ${organization}
        union all
        select f.bytes from measured_twins t join delivery_files f on f.delivery_id = t.delivery_id where t.vendor = ${organization}
        union all
        select bytes from message_attachments where organization = ${organization}
        union all
        select bytes from dispute_files where organization = ${organization}) kept)::bigint as bytes`.execute(
    tx,
  )
  const { dprs, contracts, bytes } = rows[0]!
  return {
    dprs: Number(dprs),
    activeContracts: Number(contracts),
    storageBytes: Number(bytes),
  }
}
