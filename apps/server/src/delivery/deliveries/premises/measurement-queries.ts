import { endedContractStatuses } from '@semblance/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { type DeliveryRow, fresh } from '../queries.ts'

export type MeasurementRow = Selectable<DB['app.measurements']>

/** Inserts a measurement. Undefined if its ID is taken. Requires the system role. */
export async function insertMeasurement(
  tx: Tx,
  row: Insertable<DB['app.measurements']>,
): Promise<MeasurementRow | undefined> {
  return await tx
    .insertInto('app.measurements')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Returns a measurement of a vendor. Requires the system role. */
export async function findMeasurement(
  tx: Tx,
  { id, vendor }: { id: string; vendor: string },
): Promise<MeasurementRow | undefined> {
  return await tx
    .selectFrom('app.measurements')
    .selectAll()
    .where('id', '=', id)
    .where('vendor', '=', vendor)
    .executeTakeFirst()
}

/** Returns the measurement of a delivery. Requires the system role. */
export async function findMeasurementOf(
  tx: Tx,
  deliveryId: string,
): Promise<MeasurementRow | undefined> {
  return await tx
    .selectFrom('app.measurements')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
}

/** Changes a measurement. Requires the system role, with its delivery locked. */
export async function setMeasurement(
  tx: Tx,
  id: string,
  change: Updateable<DB['app.measurements']>,
): Promise<MeasurementRow> {
  return await tx
    .updateTable('app.measurements')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the measurement that has brought a model before. Requires the system role. */
export async function findByModel(tx: Tx, sha256: string): Promise<MeasurementRow | undefined> {
  return await tx
    .selectFrom('app.measurements')
    .selectAll()
    .where('model_sha256', '=', sha256)
    .executeTakeFirst()
}

type Due = { deliveryId: string; why: 'expired' | 'contract_over' }

/**
 * Lists measurements that nothing came of in time, and open ones of contracts that are over: of those that are stated, the held
 * ones, as the job ends the others. With `deliveryId`, that of one delivery alone. Requires the system role.
 */
export async function listExpiredMeasurements(
  tx: Tx,
  before: { reserved: Date; measuring: Date },
  deliveryId?: string,
): Promise<Due[]> {
  const rows = await tx
    .selectFrom('app.measurements as m')
    .innerJoin('contracts as k', 'k.id', 'm.contract_id')
    .innerJoin('deliveries as d', 'd.id', 'm.delivery_id')
    .select(['m.delivery_id', 'k.status'])
    .$if(deliveryId !== undefined, (one) => one.where('m.delivery_id', '=', deliveryId ?? ''))
    .where((eb) =>
      eb.or([
        eb.and([eb('m.state', '=', 'reserved'), eb('m.created_at', '<', before.reserved)]),
        eb.and([eb('m.state', '=', 'measuring'), eb('m.begun_at', '<', before.measuring)]),
        eb.and([
          eb('k.status', 'in', endedContractStatuses),
          eb.or([
            eb('m.state', 'in', ['reserved', 'measuring']),
            eb.and([eb('m.state', '=', 'stated'), eb('d.status', '=', 'held')]),
          ]),
        ]),
      ]),
    )
    .execute()
  return rows.map(({ delivery_id, status }) => ({
    deliveryId: delivery_id,
    why: endedContractStatuses.some((one) => one === status) ? 'contract_over' : 'expired',
  }))
}

/** Ends the open measurement of a delivery, if it has one. Requires the system role. */
export async function endMeasurementOf(
  tx: Tx,
  deliveryId: string,
  state: 'delivered' | 'refused' | 'abandoned' | 'expired',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.measurements')
    .set({ state, ended_at: new Date(), reports: null })
    .where('delivery_id', '=', deliveryId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the delivery of a measurement, so that its steps come one after the other. Requires the system role. */
export async function lockDelivery(tx: Tx, id: string): Promise<DeliveryRow> {
  return await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Inserts a delivery that its vendor measures. Undefined while the contract has another one. Requires the system role. */
export async function insertMeasuring(
  tx: Tx,
  row: Pick<
    Insertable<DB['deliveries']>,
    'contract_id' | 'client' | 'vendor' | 'created_by' | 'file_name'
  >,
): Promise<DeliveryRow | undefined> {
  return await tx
    .insertInto('deliveries')
    .values({ ...row, file_bytes: 0n, status: 'measuring', is_measured_by_vendor: true })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Shows how far a vendor is. Requires the system role. */
export async function setVendorProgress(
  tx: Tx,
  id: string,
  change: Pick<Updateable<DB['deliveries']>, 'stage' | 'progress'>,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'measuring')
    .where('run_id', 'is', null)
    .execute()
}

/** Sets what is known of a delivery's tables once its vendor has stated them. Requires the system role. */
export async function setStatedFiles(
  tx: Tx,
  id: string,
  files: Pick<Updateable<DB['deliveries']>, 'file_name' | 'file_count'>,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ ...files, ...fresh, stage: null, progress: 0 })
    .where('id', '=', id)
    .execute()
}

/** Counts the originals of a draft that is in the way. Requires the system role. */
export async function countUploads(tx: Tx, deliveryId: string): Promise<number> {
  const { files } = await tx
    .selectFrom('uploads')
    .select(sql<number>`count(*)::int`.as('files'))
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return files
}

/** Returns why a delivery was refused. Requires the system role. */
export async function findReason(tx: Tx, deliveryId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('deliveries')
    .select('reason')
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return row?.reason ?? null
}
