import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

export type DeliveryRow = Selectable<DB['deliveries']>
export type FileRow = Pick<
  Selectable<DB['delivery_files']>,
  'id' | 'delivery_id' | 'name' | 'bytes' | 'sha256'
>
export type StoredFile = Selectable<DB['delivery_files']>

const liveStatuses = ['queued', 'processing', 'ready'] as const

/** Null when the contract has a live delivery already. */
export async function insertDelivery(
  tx: Tx,
  row: Pick<
    Insertable<DB['deliveries']>,
    | 'contract_id'
    | 'client'
    | 'vendor'
    | 'created_by'
    | 'upload_id'
    | 'file_name'
    | 'file_bytes'
    | 'notes'
  >,
): Promise<DeliveryRow | null> {
  const inserted = await tx
    .insertInto('deliveries')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('contract_id')
        .where('status', 'in', liveStatuses)
        .where('superseded_at', 'is', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

/** Straight into whatever state it was in. */
export async function insertPastDelivery(
  tx: Tx,
  row: Insertable<DB['deliveries']>,
): Promise<{ id: string }> {
  return await tx.insertInto('deliveries').values(row).returning('id').executeTakeFirstOrThrow()
}

export async function hasLiveDelivery(tx: Tx, contractId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('status', 'in', liveStatuses)
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function findLatestDelivery(tx: Tx, contractId: string): Promise<DeliveryRow | null> {
  const found = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Newest first: the one that counts, then those the client has sent back. */
export async function listReadyDeliveries(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('deliveries as d')
    .leftJoin('companies as v', 'v.id', 'd.vendor')
    .selectAll('d')
    .select('v.name as vendor_name')
    .where('d.contract_id', '=', contractId)
    .where('d.status', '=', 'ready')
    .orderBy('d.id', 'desc')
    .execute()
}

/** What the client asked for of each delivery it has sent back, oldest first. */
export async function listReasons(tx: Tx, contractId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('change_requests')
    .select('reason')
    .where('contract_id', '=', contractId)
    .orderBy('id')
    .execute()
  return rows.map(({ reason }) => reason)
}

/** The delivery that waited for review becomes history. */
export async function supersedeDelivery(tx: Tx, contractId: string, at: Date): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ superseded_at: at })
    .where('contract_id', '=', contractId)
    .where('status', '=', 'ready')
    .where('superseded_at', 'is', null)
    .execute()
}

export async function listFiles(tx: Tx, deliveryIds: string[]): Promise<FileRow[]> {
  return await tx
    .selectFrom('delivery_files')
    .select(['id', 'delivery_id', 'name', 'bytes', 'sha256'])
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('id')
    .execute()
}

/** A file the caller may see, with the status of its contract. */
export async function findFile(tx: Tx, fileId: string) {
  const found = await tx
    .selectFrom('delivery_files as f')
    .innerJoin('deliveries as d', 'd.id', 'f.delivery_id')
    .innerJoin('contracts as k', 'k.id', 'd.contract_id')
    .select(['f.id', 'd.superseded_at', 'k.status as contract_status'])
    .where('f.id', '=', fileId)
    .executeTakeFirst()
  return found ?? null
}

/** As the system: where a file's bytes lie. */
export async function findStoredFile(tx: Tx, fileId: string): Promise<StoredFile | null> {
  const found = await tx
    .selectFrom('delivery_files')
    .selectAll()
    .where('id', '=', fileId)
    .executeTakeFirst()
  return found ?? null
}

/** As the system: all files of a delivery, and the request they answer. */
export async function findStoredArchive(tx: Tx, deliveryId: string) {
  const delivery = await tx
    .selectFrom('deliveries as d')
    .innerJoin('contracts as k', 'k.id', 'd.contract_id')
    .select(['d.id', 'd.finished_at', 'k.dpr_id'])
    .where('d.id', '=', deliveryId)
    .where('d.status', '=', 'ready')
    .executeTakeFirst()
  if (!delivery) return null
  const files = await tx
    .selectFrom('delivery_files')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('id')
    .execute()
  return { ...delivery, files }
}

/** Takes a queued or abandoned delivery for one more run; null when it is finished. Locks the row. */
export async function claimDelivery(tx: Tx, id: string) {
  const claimed = await tx
    .updateTable('deliveries as d')
    .from('contracts as k')
    .set((eb) => ({
      status: 'processing',
      attempt: eb('d.attempt', '+', 1),
      stage: null,
      progress: 0,
    }))
    .whereRef('k.id', '=', 'd.contract_id')
    .where('d.id', '=', id)
    .where('d.status', 'in', ['queued', 'processing'])
    .returningAll('d')
    .returning(['k.status as contract_status', 'k.title', 'k.dpr_id'])
    .executeTakeFirst()
  return claimed ?? null
}
export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

type RunChange =
  | { status: 'queued'; attempt: number }
  | { stage: DeliveryRow['stage']; progress: number }
  | { status: 'refused' | 'failed'; reason: string; finished_at: Date }
  | { status: 'ready'; report: string; progress: number; finished_at: Date }

/** Writes what a run found, unless another run has taken over since: then false. */
export async function updateRun(
  tx: Tx,
  run: { id: string; attempt: number },
  change: RunChange,
): Promise<boolean> {
  const result = await tx
    .updateTable('deliveries')
    .set(change)
    .where('id', '=', run.id)
    .where('attempt', '=', run.attempt)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function insertResult(
  tx: Tx,
  deliveryId: string,
  files: Omit<StoredFile, 'id' | 'delivery_id'>[],
  internalReport: object,
): Promise<void> {
  await tx
    .insertInto('delivery_files')
    .values(files.map((file) => ({ ...file, delivery_id: deliveryId })))
    .execute()
  await tx
    .insertInto('app.internal_reports')
    .values({ delivery_id: deliveryId, report: JSON.stringify(internalReport) })
    .execute()
}

export async function getContractStatus(tx: Tx, contractId: string) {
  const { status } = await tx
    .selectFrom('contracts')
    .select('status')
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow()
  return status
}

export async function findUploadOf(tx: Tx, deliveryId: string): Promise<string | null> {
  const found = await tx
    .selectFrom('deliveries')
    .select('upload_id')
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return found?.upload_id ?? null
}
