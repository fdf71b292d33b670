import { api } from '../../api.ts'
import { describeViewer } from './service.ts'

export const organizationRoutes = {
  viewer: api.organizations.viewer.handler(({ context: { ctx } }) => describeViewer(ctx.actor)),
}
