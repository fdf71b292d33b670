import { api, staffOnly } from '../../core/api/service.ts'
import * as organizations from './organizations.ts'
import { readOverview } from './overview.ts'
import * as users from './users.ts'

const routes = api.admin

export const adminRoutes = {
  overview: routes.overview.handler(({ context: { ctx } }) => {
    staffOnly(ctx)
    return readOverview(ctx)
  }),
  organizations: {
    list: routes.organizations.list.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return organizations.listOrganizations(ctx, input)
    }),
    get: routes.organizations.get.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return organizations.readOrganization(ctx, input.id)
    }),
    activate: routes.organizations.activate.handler(({ input, context: { ctx } }) =>
      organizations.activateOrganization(ctx, staffOnly(ctx), input.id),
    ),
    suspend: routes.organizations.suspend.handler(({ input, context: { ctx } }) =>
      organizations.suspendOrganization(ctx, staffOnly(ctx), input),
    ),
    terminate: routes.organizations.terminate.handler(({ input, context: { ctx } }) =>
      organizations.terminateOrganization(ctx, staffOnly(ctx), input),
    ),
  },
  users: {
    list: routes.users.list.handler(({ input, context: { ctx } }) =>
      users.listUsers(ctx, staffOnly(ctx), input),
    ),
    deactivate: routes.users.deactivate.handler(({ input, context: { ctx } }) =>
      users.deactivateUser(ctx, staffOnly(ctx), input.id),
    ),
    reactivate: routes.users.reactivate.handler(({ input, context: { ctx } }) =>
      users.reactivateUser(ctx, staffOnly(ctx), input.id),
    ),
    endSessions: routes.users.endSessions.handler(({ input, context: { ctx } }) =>
      users.endSessions(ctx, staffOnly(ctx), input.id),
    ),
  },
  resetFactors: routes.resetFactors.handler(({ input, context: { ctx } }) =>
    users.resetFactors(ctx, staffOnly(ctx), input.userId),
  ),
}
