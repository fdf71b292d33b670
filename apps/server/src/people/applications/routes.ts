import { api, staffOnly } from '../../core/api/service.ts'
import {
  approveApplication,
  declineApplication,
  listApplications,
  listHistory,
  readApplication,
} from './service.ts'

export const applicationRoutes = {
  list: api.applications.list.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return listApplications(ctx, input)
  }),
  history: api.applications.history.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return listHistory(ctx, input)
  }),
  get: api.applications.get.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return readApplication(ctx, input.id)
  }),
  approve: api.applications.approve.handler(({ input, context: { ctx } }) =>
    approveApplication(ctx, input, staffOnly(ctx)),
  ),
  decline: api.applications.decline.handler(({ input, context: { ctx } }) =>
    declineApplication(ctx, input, staffOnly(ctx)),
  ),
}
