/**
 * Ends the originals of a database that was brought back from a backup, which has neither their sealed
 * bytes nor their keys, or that has lost the directory of their keys.
 */
import { notify } from '../../../core/notifications/service.ts'
import { markReturnedToVendor } from '../../../market/contracts/service.ts'
import type { SystemCtx } from '../../../platform/http/context.ts'
import { setDraft, unfinishedStatuses } from '../files/draft-queries.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { listOpenUploads, type UploadOfDelivery } from '../files/upload-queries.ts'
import { deskPath } from '../paths.ts'
import { endUploads } from './destruction.ts'
import { destroyAllOriginalKeys } from './key-queries.ts'

const reasons = {
  restored:
    'Semblance was restored from a backup. Backups never hold your originals, so what you had sent cannot be processed. Please upload the files again.',
  lost: 'Semblance has lost the keys that your files are sealed with, so what you had sent cannot be processed. Please upload the files again.',
} as const

/**
 * Ends every original, and returns unfinished deliveries to draft, with the reason. A delivery whose twin
 * is sealed goes on. Returns the counts. Call as the system.
 */
export async function endAllOriginals(
  ctx: Pick<SystemCtx, 'tx' | 'platform'>,
  why: keyof typeof reasons,
): Promise<{ originals: number; deliveries: number }> {
  const uploads = await listOpenUploads(ctx.tx)
  let deliveries = 0
  for (const [id, files] of Map.groupBy(uploads, (upload) => upload.delivery.id)) {
    await endUploads(ctx.tx, files, why)
    const delivery = files[0]?.delivery
    if (!delivery || !unfinishedStatuses.some((status) => status === delivery.status)) continue
    await returnToVendor(ctx, id, delivery, reasons[why])
    deliveries += 1
  }
  await destroyAllOriginalKeys(ctx.tx, new Date())
  return { originals: uploads.length, deliveries }
}

async function returnToVendor(
  ctx: Pick<SystemCtx, 'tx' | 'platform'>,
  id: string,
  delivery: UploadOfDelivery['delivery'],
  reason: string,
): Promise<void> {
  await setDraft(ctx.tx, id, reason)
  if (delivery.contract_id && delivery.contract_status === 'synthetic_processing')
    await markReturnedToVendor(ctx.tx, delivery.contract_id)
  await notify(ctx, {
    organizationId: delivery.vendor,
    type: 'contract',
    title: 'Please upload your files again',
    message: `${delivery.title}: ${reason}`,
    path: deskPath(delivery),
    mail: true,
  })
  await publishProgress(ctx.tx, delivery)
}
