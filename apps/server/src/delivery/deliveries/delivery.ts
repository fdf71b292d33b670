/** A delivery as its parties read it. */
import type { ConnectionKind, Delivery } from '@semblance/contract'
import { stageShares } from '@semblance/synth'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { placeInQueue } from '../../platform/process/jobs.ts'
import { tasksBeside } from '../engine/service.ts'
import { recognizeSources } from '../sources/service.ts'
import { type ConnectedRow, findConnected } from './connected/connected-queries.ts'
import { findReview } from './files/draft-queries.ts'
import { listOriginals } from './files/upload-queries.ts'
import { listBrokenRules } from './gate/internal-reports.ts'
import { findHeldAt } from './held/held-queries.ts'
import { measurementOf } from './measurement.ts'
import type { DeliveryRow } from './queries.ts'

/**
 * Serializes a delivery. Only the vendor sees its files, their names and the review: policies restrict the files, this
 * function the rest.
 */
export async function toDelivery(ctx: Ctx, row: DeliveryRow): Promise<Delivery> {
  const { tx, actor, now } = ctx
  const hasFiles = row.status === 'draft' || row.status === 'inspecting' || row.status === 'review'
  const isVendor = actor.organization?.id === row.vendor
  const isRead = actor.readsAs.vendor === row.vendor
  const files = hasFiles && isVendor ? await listOriginals(tx, row.id) : []
  const review =
    row.status === 'review' && isVendor
      ? await withSystemRole(tx, () => findReview(tx, row.id))
      : null
  return {
    id: row.id,
    status: row.status,
    fileName: isRead ? row.file_name : '',
    fileCount: row.file_count,
    fileBytes: isRead ? Number(row.file_bytes) : 0,
    files: files.map(({ id, file_name, bytes, received, fingerprint }) => ({
      id,
      name: file_name,
      bytes: Number(bytes),
      receivedBytes: Number(received),
      fingerprint,
    })),
    review: review?.tables ?? null,
    chosen: review?.chosen ?? null,
    overlaps: review
      ? await withSystemRole(tx, async () => recognizeSources(tx, await measurementOf(tx, row)))
      : [],
    notes: row.notes,
    isMeasuredByVendor: row.is_measured_by_vendor,
    isConnected: row.is_connected,
    connected:
      row.is_connected && isVendor
        ? await withSystemRole(tx, async () => toConnected(await findConnected(tx, row.id)))
        : null,
    queue: await queueOf(ctx, row),
    stage: row.stage,
    progress: row.progress,
    stages: stagesOf(row),
    reason: row.reason,
    ...(await noticeOf(tx, row, now)),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    supersededAt: row.superseded_at,
    gate: row.gate,
    brokenRules:
      isVendor && row.report ? await withSystemRole(tx, () => listBrokenRules(tx, row.id)) : [],
    missedReport: row.status === 'refused' && isVendor ? row.report : null,
  }
}

async function queueOf({ tx, platform }: Ctx, row: DeliveryRow): Promise<Delivery['queue']> {
  if (row.status !== 'queued') return null
  const task = 'delivery.synthesize'
  const rivals = tasksBeside(platform.config, task)
  const own = { field: 'deliveryId', value: row.id, rivals }
  return await withSystemRole(tx, () => placeInQueue(tx, task, own))
}

const stagesOf = ({ stage_starts }: DeliveryRow): Delivery['stages'] =>
  stageShares.map(({ stage, share }) => {
    const startedAt = stage_starts[stage]
    return { stage, startedAt: startedAt ? new Date(startedAt) : null, share }
  })

/** Returns null once it is over: nothing is read any more. */
function toConnected(row: ConnectedRow | undefined): Delivery['connected'] {
  if (!row || row.ended_at) return null
  return {
    connectionId: row.connection_id,
    name: row.connection_name,
    kind: row.kind as ConnectionKind,
    objects: row.objects.map(({ name }) => name),
    awayReason: row.away_reason,
  }
}

/** A fault that ends sooner is not worth a notice. */
const NOTICE_AFTER_MS = 2 * 60_000

/** Returns the notice of a problem on the platform's side or at the vendor's source, and since when there is one. */
async function noticeOf(
  tx: Tx,
  { id, status, fault_since, is_connected }: DeliveryRow,
  now: Date,
): Promise<Pick<Delivery, 'notice' | 'noticeSince'>> {
  if (status === 'held')
    return { notice: 'held', noticeSince: await withSystemRole(tx, () => findHeldAt(tx, id)) }
  if (is_connected && fault_since) {
    const connected = await withSystemRole(tx, () => findConnected(tx, id))
    if (connected?.away_reason) return { notice: 'source_away', noticeSince: fault_since }
  }
  const isDelayed = fault_since && now.getTime() - fault_since.getTime() >= NOTICE_AFTER_MS
  return isDelayed
    ? { notice: 'delayed', noticeSince: fault_since }
    : { notice: null, noticeSince: null }
}
