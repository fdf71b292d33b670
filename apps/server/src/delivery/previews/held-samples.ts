/** Samples whose preview a problem of the platform stopped: they stay, and their vendor may try again. */
import type { SamplePreview } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { system, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { endPreviewHold, holdStoppedPreviews } from './queries.ts'
import { lockOpenOffer, toSample } from './samples.ts'

/** Notifies each vendor, once, of a sample whose job has failed for good. */
export async function holdSamples(platform: Platform, now = new Date()): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    for (const { offer_id, vendor, file_name } of await holdStoppedPreviews(tx, now)) {
      await publish(tx, { organization: vendor }, { topic: 'offer.changed', id: offer_id })
      await notify(
        { tx, platform },
        {
          organizationId: vendor,
          type: 'offer',
          title: 'Preview delayed by a problem on our side',
          message: `${file_name}: we could not make the synthetic rows. Your sample is kept, sealed. You can try again, send another sample or remove this one.`,
          path: `/offer-details/${offer_id}`,
          mail: true,
        },
      )
    }
  })
}

/** Queues the preview of the caller's held sample again. Throws not_found, terms_fixed. */
export async function retrySample(ctx: Ctx, offerId: string): Promise<SamplePreview> {
  const { vendor } = await lockOpenOffer(ctx, offerId)
  const row = await withSystemRole(ctx.tx, () => endPreviewHold(ctx.tx, offerId))
  if (!row) throw new AppError('not_found')
  await enqueue(ctx.tx, 'preview.make', { sampleId: row.sample_id }, { queueName: 'previews' })
  await publish(ctx.tx, { organization: vendor }, { topic: 'offer.changed', id: offerId })
  return toSample(row)
}
