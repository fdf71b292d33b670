import { api } from '../../core/api/service.ts'
import * as service from './service.ts'

const { subscriptions } = api

export const subscriptionRoutes = {
  forecast: subscriptions.forecast.handler(({ input, context: { ctx } }) =>
    service.forecastSubscription(ctx, input),
  ),
  start: subscriptions.start.handler(({ input, context: { ctx } }) =>
    service.startSubscription(ctx, input),
  ),
  list: subscriptions.list.handler(({ input, context: { ctx } }) =>
    service.listSubscriptions(ctx, input),
  ),
  get: subscriptions.get.handler(({ input, context: { ctx } }) =>
    service.getSubscription(ctx, input.subscriptionId),
  ),
  revisions: subscriptions.revisions.handler(({ input, context: { ctx } }) =>
    service.listRevisions(ctx, input),
  ),
  compare: subscriptions.compare.handler(({ input, context: { ctx } }) =>
    service.compareRevisions(ctx, input),
  ),
  order: subscriptions.order.handler(({ input, context: { ctx } }) =>
    service.orderRevision(ctx, input),
  ),
  open: subscriptions.open.handler(({ input, context: { ctx } }) =>
    service.openRevision(ctx, input.subscriptionId),
  ),
  pause: subscriptions.pause.handler(({ input, context: { ctx } }) =>
    service.pauseSubscription(ctx, input.subscriptionId),
  ),
  resume: subscriptions.resume.handler(({ input, context: { ctx } }) =>
    service.resumeSubscription(ctx, input.subscriptionId),
  ),
  cancel: subscriptions.cancel.handler(({ input, context: { ctx } }) =>
    service.cancelSubscription(ctx, input.subscriptionId),
  ),
}
