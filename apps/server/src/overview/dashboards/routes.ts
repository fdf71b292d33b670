import { api } from '../../core/api/service.ts'
import { describeClient, describeVendor } from './service.ts'

export const dashboardRoutes = {
  client: api.dashboards.client.handler(({ context: { ctx } }) => describeClient(ctx)),
  vendor: api.dashboards.vendor.handler(({ context: { ctx } }) => describeVendor(ctx)),
}
