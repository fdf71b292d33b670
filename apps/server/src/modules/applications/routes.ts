import { api, staffOnly } from '../../api.ts'
import { approveApplication, declineApplication, listApplications } from './service.ts'

export const applicationRoutes = {
  list: api.applications.list.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return listApplications(ctx, input)
  }),
  approve: api.applications.approve.handler(({ input, context: { ctx } }) =>
    approveApplication(ctx, input, staffOnly(ctx)),
  ),
  decline: api.applications.decline.handler(({ input, context: { ctx } }) =>
    declineApplication(ctx, input, staffOnly(ctx)),
  ),
}
