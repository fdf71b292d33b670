/**
 * Measurements on a vendor's own premises, from the reservation of their budget to their statement. Nothing is accepted for one
 * that was not announced before its first count, so that one that did not begin gives its budget back.
 */
import { randomInt } from 'node:crypto'
import {
  type FoundTable,
  MEASURING_DAYS,
  type PremisesMeasurement,
  RESERVED_HOURS,
  type RowsPrint,
  SOURCE_DELTA,
  type SourceChoice,
  type synthesisStages,
} from '@semblance/contract'
import { ENGINE_VERSION, type TablePrint } from '@semblance/synth'
import engine from '@semblance/synth/package.json' with { type: 'json' }
import { requireMemberOrganization } from '../../../core/api/service.ts'
import { markSubmissionStarted } from '../../../market/contracts/service.ts'
import { type Tx, withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { openPrintKey, recordMeasuring, reserveMeasurement } from '../../sources/service.ts'
import { lockLiveDelivery, setCancelled } from '../files/draft-queries.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { getDeliverableContract } from '../files/uploads.ts'
import { agreedSchema } from '../gate/agreed-schema.ts'
import { findAgreed } from '../gate/gate-queries.ts'
import { measurementOf } from '../measurement.ts'
import { endOriginals } from '../originals/destruction.ts'
import type { DeliveryRow } from '../queries.ts'
import { requireEngine } from './engine-versions.ts'
import {
  countUploads,
  findMeasurement,
  findMeasurementOf,
  findReason,
  insertMeasurement,
  insertMeasuring,
  lockDelivery,
  type MeasurementRow,
  setMeasurement,
  setVendorProgress,
} from './measurement-queries.ts'

const HOUR_MS = 3_600_000
export const RESERVED_MS = RESERVED_HOURS * HOUR_MS
export const MEASURING_MS = MEASURING_DAYS * 24 * HOUR_MS

type Reserving = {
  contractId: string
  id: string
  source: SourceChoice
  tables: FoundTable[]
  engineVersion: string
}

/**
 * Reserves the budget of a delivery that its vendor measures, or returns it if that was done. Throws not_found, engine_too_old,
 * engine_too_new, measurement_open, and what `reserveMeasurement` does.
 */
export async function reserveOnPremises(ctx: Ctx, given: Reserving): Promise<PremisesMeasurement> {
  const { tx } = ctx
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const known = await withSystemRole(tx, () => findMeasurement(tx, { id: given.id, vendor }))
  if (known && isOfThese(known, given)) return await reservedBefore(ctx, known, given)
  const contract = await getDeliverableContract(ctx, given.contractId)
  if (known) throw new AppError('bad_input', { field: 'id', message: 'This ID is taken.' })
  requireEngine(given.engineVersion, ENGINE_VERSION)
  const row = await withSystemRole(tx, async () => {
    const delivery = await openDelivery(ctx, contract, given.tables)
    const measured = await measurementOf(tx, delivery)
    const { source_id } = await reserveMeasurement(tx, measured, given.source)
    const schema = await declaredFor(tx, contract.id, given.tables)
    return await insertMeasurement(tx, {
      id: given.id,
      delivery_id: delivery.id,
      contract_id: contract.id,
      vendor: contract.vendor,
      source_id,
      epsilon: measured.epsilon,
      seed: BigInt(randomInt(2 ** 32)),
      schema: schema === null ? null : JSON.stringify(schema),
      engine_version: given.engineVersion,
    })
  })
  if (!row) throw new AppError('bad_input', { field: 'id', message: 'This ID is taken.' })
  await markSubmissionStarted(tx, contract.id)
  await publishProgress(tx, { id: row.delivery_id, ...partiesOf(contract) })
  return await toMeasurement(ctx, row)
}

const partiesOf = ({ id, client, vendor }: { id: string; client: string; vendor: string }) => ({
  contract_id: id,
  client,
  vendor,
})

/** A source that was new is one of the vendor's now. */
const isOfThese = (known: MeasurementRow, { contractId, source }: Reserving) =>
  known.contract_id === contractId && ('name' in source || known.source_id === source.id)

/** Returns a measurement that was reserved before. Until it begins, its vendor may have come to another engine. */
async function reservedBefore(
  ctx: Ctx,
  known: MeasurementRow,
  { engineVersion: engine_version }: Reserving,
): Promise<PremisesMeasurement> {
  if (known.state !== 'reserved' || known.engine_version === engine_version)
    return await toMeasurement(ctx, known)
  return await change(ctx, known.id, async (row) =>
    row.state === 'reserved' ? await setMeasurement(ctx.tx, row.id, { engine_version }) : row,
  )
}

/** Begins a delivery. A draft without files gives way to it. */
async function openDelivery(
  { tx, actor, now }: Ctx,
  contract: { id: string; client: string; vendor: string },
  tables: FoundTable[],
): Promise<DeliveryRow> {
  const live = await lockLiveDelivery(tx, { contractId: contract.id })
  if (live?.status === 'draft' && (await countUploads(tx, live.id)) === 0)
    await setCancelled(tx, live.id, now)
  const delivery = await insertMeasuring(tx, {
    ...partiesOf(contract),
    created_by: actor.userId,
    file_name: `${tables[0]?.name ?? 'table'}.csv`,
  })
  if (!delivery) throw new AppError('measurement_open')
  return delivery
}

/** Returns what the data contract declares about the tables that were found, in the engine's form. */
async function declaredFor(tx: Tx, contractId: string, tables: FoundTable[]) {
  const { dataContract } = await findAgreed(tx, contractId)
  // The vendor makes its own choices where the data is.
  return agreedSchema({ choices: [], tables: [] }, dataContract, tables) ?? null
}

/** Returns a measurement of the caller's organization. Throws not_found. */
export async function getOnPremises(ctx: Ctx, id: string): Promise<PremisesMeasurement> {
  return await toMeasurement(ctx, await findOwn(ctx, id))
}

/**
 * Records that counting is about to begin, with what the rows are known again by. From then on the budget is not released. Throws
 * not_found, measurement_ended, engine_too_old, engine_too_new, rows_differ for an announcement of others, and what
 * `getDeliverableContract` and `recordMeasuring` do.
 */
export async function beginOnPremises(
  ctx: Ctx,
  { measurementId, prints }: { measurementId: string; prints: RowsPrint[] },
): Promise<PremisesMeasurement> {
  const own = await findOwn(ctx, measurementId)
  if (own.state === 'reserved') await getDeliverableContract(ctx, own.contract_id)
  return await change(ctx, measurementId, async (row, delivery) => {
    const announced = prints.map(({ rows }) => rows)
    if (row.state === 'measuring' && !isOfRows(row, announced)) throw new AppError('rows_differ')
    if (row.state !== 'reserved') return row
    requireEngine(row.engine_version, ENGINE_VERSION)
    const known = await measurementOf(ctx.tx, delivery)
    const measured = { ...known, epsilon: row.epsilon, tables: prints.map(toPrint) }
    await recordMeasuring(ctx.tx, measured)
    const begun = { begun_at: ctx.now, announced_rows: announced }
    return await setMeasurement(ctx.tx, row.id, { state: 'measuring', ...begun })
  })
}

/** Returns true if a measurement was announced for these rows, in any order of their tables. */
export const isOfRows = ({ announced_rows }: MeasurementRow, rows: string[]): boolean =>
  announced_rows !== null && announced_rows.toSorted().join() === rows.toSorted().join()

/** The vendor has said whether most rows differ; how many there are stays with it. */
const toPrint = ({ rows, isTelling, sketch }: RowsPrint): TablePrint => ({
  rows,
  sketch,
  rowCount: ENOUGH_ROWS,
  distinctRows: isTelling ? ENOUGH_ROWS : 0,
})
const ENOUGH_ROWS = 2048

/** Shows both parties how far a measurement is. Does nothing for one that is stated or over. Throws not_found. */
export async function reportProgress(
  ctx: Ctx,
  {
    measurementId,
    stage,
    fraction,
  }: { measurementId: string; stage: (typeof synthesisStages)[number]; fraction: number },
): Promise<void> {
  const row = await findOwn(ctx, measurementId)
  if (row.state !== 'reserved' && row.state !== 'measuring') return
  await withSystemRole(ctx.tx, async () => {
    const delivery = await lockDelivery(ctx.tx, row.delivery_id)
    await setVendorProgress(ctx.tx, delivery.id, { stage, progress: fraction })
    await publishProgress(ctx.tx, delivery)
  })
}

/** Gives a measurement up. Throws not_found, and measurement_ended for one that is stated. */
export async function abandonOnPremises(ctx: Ctx, id: string): Promise<PremisesMeasurement> {
  const own = await findOwn(ctx, id)
  if (own.state === 'abandoned' || own.state === 'expired') return await toMeasurement(ctx, own)
  return await change(ctx, id, async (row, delivery) => {
    if (row.state === 'stated') throw new AppError('measurement_ended')
    await endUnfinished(ctx.tx, delivery, { why: 'cancelled', now: ctx.now })
    return (await findMeasurementOf(ctx.tx, delivery.id)) ?? row
  })
}

/**
 * Ends a delivery of which nothing more comes: its budget is released if counting had not begun, and spent in full if it had,
 * for then its model may exist. Requires the system role, with the delivery locked.
 */
export async function endUnfinished(
  tx: Tx,
  delivery: DeliveryRow,
  { why, now }: { why: 'cancelled' | 'expired' | 'contract_over'; now: Date },
): Promise<void> {
  await endOriginals(tx, delivery.id, why)
  await setCancelled(tx, delivery.id, now)
  await publishProgress(tx, delivery)
}

/** Returns a measurement of the caller's organization. Throws not_found. */
export async function findOwn(ctx: Ctx, id: string): Promise<MeasurementRow> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const row = await withSystemRole(ctx.tx, () => findMeasurement(ctx.tx, { id, vendor }))
  if (!row) throw new AppError('not_found')
  return row
}

/** Changes an open measurement of the caller's organization, with its delivery locked. Throws not_found, measurement_ended. */
export async function change(
  ctx: Ctx,
  id: string,
  apply: (row: MeasurementRow, delivery: DeliveryRow) => Promise<MeasurementRow>,
): Promise<PremisesMeasurement> {
  const { delivery_id, vendor } = await findOwn(ctx, id)
  const changed = await withSystemRole(ctx.tx, async () => {
    const delivery = await lockDelivery(ctx.tx, delivery_id)
    const row = await findMeasurement(ctx.tx, { id, vendor })
    if (!row || row.ended_at) throw new AppError('measurement_ended')
    return await apply(row, delivery)
  })
  return await toMeasurement(ctx, changed)
}

export async function toMeasurement(ctx: Ctx, row: MeasurementRow): Promise<PremisesMeasurement> {
  const { tx, platform } = ctx
  const version = row.state === 'reserved' ? ENGINE_VERSION : row.engine_version
  const { key, reason } = await withSystemRole(tx, async () => ({
    key: await openPrintKey(tx, platform.secrets, row.vendor),
    reason: row.state === 'refused' ? await findReason(tx, row.delivery_id) : null,
  }))
  return {
    id: row.id,
    contractId: row.contract_id,
    sourceId: row.source_id,
    state: row.state as PremisesMeasurement['state'],
    epsilon: row.epsilon,
    delta: SOURCE_DELTA,
    unit: 'row',
    schema: row.schema as PremisesMeasurement['schema'],
    rows: null,
    seed: Number(row.seed),
    fingerprintKey: key.toString('base64url'),
    engine: { name: engine.name, least: version, version },
    modelSha256: row.model_sha256,
    refusal: row.refusal as PremisesMeasurement['refusal'],
    reason,
    createdAt: row.created_at,
    endsAt: endOf(row),
  }
}

function endOf({ state, created_at, begun_at }: MeasurementRow): Date | null {
  if (state === 'reserved') return new Date(created_at.getTime() + RESERVED_MS)
  if (state === 'measuring' && begun_at) return new Date(begun_at.getTime() + MEASURING_MS)
  return null
}
