import { api, requireAdminOrganization } from '../../core/api/service.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../../core/keys/service.ts'
import { listRequests } from '../../core/request-log/service.ts'
import { requireKeyWithinOwnLimits } from '../spending/service.ts'

const routes = api.keys

export const keyRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) =>
    listKeys(ctx, requireAdminOrganization(ctx), input),
  ),
  create: routes.create.handler(async ({ input, context: { ctx } }) => {
    const organization = requireAdminOrganization(ctx)
    const { scopes, limitCents } = input
    await requireKeyWithinOwnLimits(ctx, organization, { scopes, limitCents, field: 'limitCents' })
    return await createKey(ctx, organization, input)
  }),
  rotate: routes.rotate.handler(async ({ input, context: { ctx } }) => {
    const organization = requireAdminOrganization(ctx)
    const made = await rotateKey(ctx, organization, input)
    const { scopes, limitCents } = made.key
    await requireKeyWithinOwnLimits(ctx, organization, { scopes, limitCents, field: 'keyId' })
    return made
  }),
  revoke: routes.revoke.handler(({ input, context: { ctx } }) =>
    revokeKey(ctx, requireAdminOrganization(ctx), input.keyId),
  ),
  requests: routes.requests.handler(({ input, context: { ctx } }) =>
    listRequests(ctx, requireAdminOrganization(ctx), input),
  ),
}
