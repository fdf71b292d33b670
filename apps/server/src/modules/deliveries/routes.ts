import { api } from '../../api.ts'
import {
  getDataset,
  getLatestDelivery,
  linkArchive,
  linkFile,
  releaseDelivery,
  requestChanges,
  submitDelivery,
} from './service.ts'

export const deliveryRoutes = {
  latest: api.deliveries.latest.handler(({ input, context: { ctx } }) =>
    getLatestDelivery(ctx, input.contractId),
  ),
  submit: api.deliveries.submit.handler(({ input, context: { ctx } }) =>
    submitDelivery(ctx, input),
  ),
  dataset: api.deliveries.dataset.handler(({ input, context: { ctx } }) =>
    getDataset(ctx, input.dprId),
  ),
  fileLink: api.deliveries.fileLink.handler(({ input, context: { ctx } }) =>
    linkFile(ctx, input.fileId),
  ),
  archiveLink: api.deliveries.archiveLink.handler(({ input, context: { ctx } }) =>
    linkArchive(ctx, input.dprId),
  ),
  release: api.deliveries.release.handler(({ input, context: { ctx } }) =>
    releaseDelivery(ctx, input.dprId),
  ),
  requestChanges: api.deliveries.requestChanges.handler(({ input, context: { ctx } }) =>
    requestChanges(ctx, input),
  ),
}
