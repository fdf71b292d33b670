import { api, recordingApi } from '../../core/api/service.ts'
import { retrySample } from './held-samples.ts'
import { getOfferPreview, getSample, removeSample } from './samples.ts'
import { getDeliveryPreview } from './service.ts'
import { getShownPreview } from './shown-preview.ts'

export const previewRoutes = {
  ofDelivery: recordingApi.previews.ofDelivery.handler(({ input, context: { ctx } }) =>
    getDeliveryPreview(ctx, input.dprId),
  ),
  ofOffer: recordingApi.previews.ofOffer.handler(({ input, context: { ctx } }) =>
    getOfferPreview(ctx, input.offerId),
  ),
  shown: recordingApi.previews.shown.handler(({ input, context: { ctx } }) =>
    getShownPreview(ctx, input.offerId),
  ),
  sample: api.previews.sample.handler(({ input, context: { ctx } }) =>
    getSample(ctx, input.offerId),
  ),
  retrySample: api.previews.retrySample.handler(({ input, context: { ctx } }) =>
    retrySample(ctx, input.offerId),
  ),
  removeSample: api.previews.removeSample.handler(({ input, context: { ctx } }) =>
    removeSample(ctx, input.offerId),
  ),
}
