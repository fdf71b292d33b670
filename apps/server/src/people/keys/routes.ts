import { api, requireAdminOrganization } from '../../core/api/service.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../../core/keys/service.ts'
import { listRequests } from '../../core/request-log/service.ts'

const routes = api.keys

export const keyRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) =>
    listKeys(ctx, requireAdminOrganization(ctx), input),
  ),
  create: routes.create.handler(({ input, context: { ctx } }) =>
    createKey(ctx, requireAdminOrganization(ctx), input),
  ),
  rotate: routes.rotate.handler(({ input, context: { ctx } }) =>
    rotateKey(ctx, requireAdminOrganization(ctx), input),
  ),
  revoke: routes.revoke.handler(({ input, context: { ctx } }) =>
    revokeKey(ctx, requireAdminOrganization(ctx), input.keyId),
  ),
  requests: routes.requests.handler(({ input, context: { ctx } }) =>
    listRequests(ctx, requireAdminOrganization(ctx), input),
  ),
}
