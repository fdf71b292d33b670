import { api, requireAdminOrganization, staffOnly } from '../api/service.ts'
import { listAudit, listOwnAudit } from './service.ts'

const routes = api.audit

export const auditRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return listAudit(ctx, input)
  }),
  own: routes.own.handler(({ input, context: { ctx } }) =>
    listOwnAudit(ctx, requireAdminOrganization(ctx), input),
  ),
}
