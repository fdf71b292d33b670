import { api, staffOnly } from '../api/service.ts'
import * as service from './service.ts'

const routes = api.jobs

export const jobRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return service.listJobs(ctx, input)
  }),
  count: routes.count.handler(({ context: { ctx } }) => {
    staffOnly(ctx)
    return service.countJobs(ctx)
  }),
  schedule: routes.schedule.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return service.listSchedule(ctx, input)
  }),
  get: routes.get.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return service.readJob(ctx, input.id)
  }),
  retry: routes.retry.handler(({ input, context: { ctx } }) =>
    service.retryJob(ctx, staffOnly(ctx), input.id),
  ),
  cancel: routes.cancel.handler(({ input, context: { ctx } }) =>
    service.cancelJob(ctx, staffOnly(ctx), input.id),
  ),
}
