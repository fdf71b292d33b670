import { api, staffOnly } from '../api/service.ts'
import { listAudit } from './service.ts'

const routes = api.audit

export const auditRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return listAudit(ctx, input)
  }),
}
