import { api } from '../../core/api/service.ts'
import { listScoredDeliveries, readScore, scoresOf } from './service.ts'

const routes = api.scores

export const scoreRoutes = {
  get: routes.get.handler(({ input, context: { ctx } }) => readScore(ctx, input.vendorId)),
  many: routes.many.handler(async ({ input, context: { ctx } }) =>
    (await scoresOf(ctx, input.vendorIds))
      .filter(({ total }) => total !== null)
      .map(({ vendorId, total, deliveries }) => ({ vendorId, total, deliveries })),
  ),
  deliveries: routes.deliveries.handler(({ input, context: { ctx } }) =>
    listScoredDeliveries(ctx, input),
  ),
}
