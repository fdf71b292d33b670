import { api, requireMemberOrganization } from '../../core/api/service.ts'
import { describeClient, describeVendor } from './service.ts'
import { describeSetup } from './setup.ts'

export const dashboardRoutes = {
  setup: api.dashboards.setup.handler(({ input: { side }, context: { ctx } }) =>
    describeSetup(ctx, requireMemberOrganization(ctx, side), side),
  ),
  client: api.dashboards.client.handler(({ context: { ctx } }) => describeClient(ctx)),
  vendor: api.dashboards.vendor.handler(({ context: { ctx } }) => describeVendor(ctx)),
}
