/** Exact figures about an original: the platform's, and its owner's where a sentence here says so. */
import type { BrokenRule, PublishedReport } from '@semblance/contract'
import type { InternalReport } from '@semblance/synth'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { RunLedger } from '../../sources/service.ts'

/** Describes a table that was made; of one that its vendor has measured, the platform has no exact figures. */
export type MadeTable = {
  name: string
  path: string
  published: PublishedReport
  internal?: InternalReport
}

/** Holds the tables of a run, and what they have cost; undefined without a bound, or where their vendor states it. */
export type MadeTables = { tables: MadeTable[]; ledger: RunLedger | undefined }

/** Stores the owner's report, where there is one: directly for one table, by table for several. Call as the system. */
export async function keepInternalReport(
  tx: Tx,
  deliveryId: string,
  tables: MadeTable[],
): Promise<void> {
  if (tables.some(({ internal }) => internal === undefined)) return
  const report =
    tables.length === 1
      ? tables[0]!.internal
      : { tables: tables.map(({ name, internal }) => ({ name, internal })) }
  await tx
    .insertInto('app.internal_reports')
    .values({ delivery_id: deliveryId, report: JSON.stringify(report) })
    .execute()
}

/**
 * Counts the original's rows that break each rule, without unbroken rules. Call as the system; for
 * the original's owner only.
 */
export async function listBrokenRules(tx: Tx, deliveryId: string): Promise<BrokenRule[]> {
  const found = await sql<BrokenRule>`
    select t ->> 'name' as "table", r ->> 'rule' as rule, (r -> 'brokenRows')::int as rows
    from app.internal_reports,
      jsonb_array_elements(coalesce(report -> 'tables', jsonb_build_array(jsonb_build_object('internal', report)))) as t,
      jsonb_array_elements(t -> 'internal' -> 'rules') as r
    where delivery_id = ${deliveryId} and (r -> 'brokenRows')::int > 0`.execute(tx)
  return found.rows
}
