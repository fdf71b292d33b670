import type { GateItem, SourceAccount } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { CertifiedTable } from '../certificates/service.ts'
import type { DeliveryRow } from './queries.ts'
import { subjectColumns, withSubject } from './subjects.ts'

type SealedTable = CertifiedTable & { name: string }

/** Holds what a sealed delivery states once its originals are destroyed. */
export type SealedOutcome = {
  certificateId: string
  /** Absent in one that a server of an earlier release sealed. */
  licenseId?: string
  /** Lists the tables with their reports, the main one first. */
  tables: [SealedTable, ...SealedTable[]]
  gate: GateItem[]
  account: SourceAccount | null
  /** The listing that was bought, and the delivery that its twin is of; absent for what was made for its contract. */
  copy?: { listing: string; revision: number; of: string }
  /** Finding about the noise of a model that the vendor measured; absent for all others. */
  noise?: 'as_stated' | 'cannot_tell'
}

/** Seals a delivery: from now on no run claims it. Requires the system role. */
export async function insertSealed(tx: Tx, id: string, outcome: SealedOutcome): Promise<void> {
  const row = { delivery_id: id, outcome: JSON.stringify(outcome) }
  await tx.insertInto('app.sealed_deliveries').values(row).execute()
}

/** Returns true if the delivery waits for the destruction of its originals. Requires the system role. */
export async function isSealed(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('app.sealed_deliveries')
    .select('delivery_id')
    .where('delivery_id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** Takes the outcome of a sealed delivery, once. Undefined if it is not sealed. Requires the system role. */
export async function takeSealed(tx: Tx, id: string): Promise<SealedOutcome | undefined> {
  const row = await tx
    .deleteFrom('app.sealed_deliveries')
    .where('delivery_id', '=', id)
    .returning('outcome')
    .executeTakeFirst()
  return row?.outcome as SealedOutcome | undefined
}

export type FinishingDelivery = Awaited<ReturnType<typeof lockFinishing>>

/** Locks and returns a delivery with what it is for. Requires the system role. */
export async function lockFinishing(tx: Tx, id: string) {
  return await withSubject(tx)
    .selectAll('d')
    .select(subjectColumns)
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirstOrThrow()
}

/** Makes a sealed delivery ready. Requires the system role, with the row locked. */
export async function setReady(
  tx: Tx,
  id: string,
  { tables: [main, ...others], gate }: SealedOutcome,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({
      status: 'ready',
      report: JSON.stringify(main.report),
      gate: JSON.stringify(gate),
      other_reports: JSON.stringify(others.map(({ name, report }) => ({ name, report }))),
      progress: 1,
      fault_since: null,
      finished_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Notes since when a fault of the platform keeps a sealed delivery from being ready. */
export async function setFaultSince(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ fault_since: sql`coalesce(fault_since, ${now})` })
    .where('id', '=', id)
    .where('status', '=', 'processing' satisfies DeliveryRow['status'])
    .execute()
}

/** Lists the files of a delivery as its certificate states them. */
export async function listCertifiedFiles(tx: Tx, deliveryId: string) {
  return await tx
    .selectFrom('delivery_files')
    .select(['name', 'bytes', 'sha256'])
    .where('delivery_id', '=', deliveryId)
    .where('draw_id', 'is', null)
    .orderBy('id')
    .execute()
}
