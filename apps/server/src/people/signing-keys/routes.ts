import { api, requireAdminOrganization } from '../../core/api/service.ts'
import { listSigningKeys, registerSigningKey, revokeSigningKey } from './service.ts'

const routes = api.signingKeys

export const signingKeyRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) =>
    listSigningKeys(ctx, requireAdminOrganization(ctx), input),
  ),
  register: routes.register.handler(({ input, context: { ctx } }) =>
    registerSigningKey(ctx, requireAdminOrganization(ctx), input),
  ),
  revoke: routes.revoke.handler(({ input, context: { ctx } }) =>
    revokeSigningKey(ctx, requireAdminOrganization(ctx), input.keyId),
  ),
}
