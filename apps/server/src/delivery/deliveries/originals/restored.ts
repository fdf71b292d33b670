/**
 * Ends the originals of a database that was brought back from a backup. No backup has their sealed
 * bytes, and their keys may have been destroyed since.
 */
import { notify } from '../../../core/notifications/service.ts'
import { markReturnedToVendor } from '../../../market/contracts/service.ts'
import type { SystemCtx } from '../../../platform/http/context.ts'
import { setDraft, unfinishedStatuses } from '../files/draft-queries.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { listOpenUploads, type UploadOfDelivery } from '../files/upload-queries.ts'
import { destroyUploads } from './destruction.ts'
import { destroyAllOriginalKeys } from './key-queries.ts'

const REASON =
  'Semblance was restored from a backup. Backups never hold your originals, so what you had sent cannot be processed. Please upload the files again.'

/**
 * Destroys every original and its key, and returns unfinished deliveries to draft, with the reason.
 * Returns the counts. Call as the system.
 */
export async function endRestoredOriginals(
  ctx: Pick<SystemCtx, 'tx' | 'platform'>,
): Promise<{ originals: number; deliveries: number }> {
  const uploads = await listOpenUploads(ctx.tx)
  let deliveries = 0
  for (const [id, files] of Map.groupBy(uploads, (upload) => upload.delivery.id)) {
    await destroyUploads(ctx.tx, files, 'restored')
    const delivery = files[0]?.delivery
    if (!delivery || !unfinishedStatuses.some((status) => status === delivery.status)) continue
    await returnToVendor(ctx, id, delivery)
    deliveries += 1
  }
  await destroyAllOriginalKeys(ctx.tx, new Date())
  return { originals: uploads.length, deliveries }
}

async function returnToVendor(
  ctx: Pick<SystemCtx, 'tx' | 'platform'>,
  id: string,
  delivery: UploadOfDelivery['delivery'],
): Promise<void> {
  await setDraft(ctx.tx, id, REASON)
  if (delivery.contract_status === 'synthetic_processing')
    await markReturnedToVendor(ctx.tx, delivery.contract_id)
  await notify(ctx, {
    organizationId: delivery.vendor,
    type: 'contract',
    title: 'Please upload your files again',
    message: `${delivery.title}: ${REASON}`,
    path: `/data-upload/${delivery.contract_id}`,
    mail: true,
  })
  await publishProgress(ctx.tx, delivery)
}
