/** A delivery as its parties read it. */
import type { Delivery } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { findReview } from './draft-queries.ts'
import { listBrokenRules } from './internal-reports.ts'
import type { DeliveryRow } from './queries.ts'
import { listOriginals } from './upload-queries.ts'

/** Files and review are the vendor's: policies keep the files from everybody else, and this the review. */
export async function toDelivery(ctx: Ctx, row: DeliveryRow): Promise<Delivery> {
  const { tx, actor } = ctx
  const hasFiles = row.status === 'draft' || row.status === 'inspecting' || row.status === 'review'
  const isVendor = actor.organization?.id === row.vendor
  const files = hasFiles && isVendor ? await listOriginals(tx, row.id) : []
  const review =
    row.status === 'review' && isVendor ? await asSystem(tx, () => findReview(tx, row.id)) : null
  return {
    id: row.id,
    status: row.status,
    fileName: row.file_name,
    fileCount: row.file_count,
    fileBytes: Number(row.file_bytes),
    files: files.map(({ id, file_name, bytes, received, fingerprint }) => ({
      id,
      name: file_name,
      bytes: Number(bytes),
      receivedBytes: Number(received),
      fingerprint,
    })),
    review: review?.tables ?? null,
    chosen: review?.chosen ?? null,
    notes: row.notes,
    stage: row.stage,
    progress: row.progress,
    reason: row.reason,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    supersededAt: row.superseded_at,
    gate: row.gate,
    brokenRules:
      isVendor && row.report ? await asSystem(tx, () => listBrokenRules(tx, row.id)) : [],
    missedReport: row.status === 'refused' && isVendor ? row.report : null,
  }
}
