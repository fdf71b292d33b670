import { api, requireAdminOrganization } from '../api/service.ts'
import {
  createEndpoint,
  listDeliveries,
  listEndpoints,
  redeliver,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from './service.ts'

const routes = api.webhooks

export const webhookRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) =>
    listEndpoints(ctx, requireAdminOrganization(ctx), input),
  ),
  create: routes.create.handler(({ input, context: { ctx } }) =>
    createEndpoint(ctx, requireAdminOrganization(ctx), input),
  ),
  update: routes.update.handler(({ input, context: { ctx } }) =>
    updateEndpoint(ctx, requireAdminOrganization(ctx), input),
  ),
  remove: routes.remove.handler(({ input, context: { ctx } }) =>
    removeEndpoint(ctx, requireAdminOrganization(ctx), input.endpointId),
  ),
  rotateSecret: routes.rotateSecret.handler(({ input, context: { ctx } }) =>
    rotateSecret(ctx, requireAdminOrganization(ctx), input),
  ),
  test: routes.test.handler(({ input, context: { ctx } }) =>
    testEndpoint(ctx, requireAdminOrganization(ctx), input.endpointId),
  ),
  deliveries: routes.deliveries.handler(({ input, context: { ctx } }) =>
    listDeliveries(ctx, requireAdminOrganization(ctx), input),
  ),
  redeliver: routes.redeliver.handler(({ input, context: { ctx } }) =>
    redeliver(ctx, requireAdminOrganization(ctx), input.deliveryId),
  ),
}
