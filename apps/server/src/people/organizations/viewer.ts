import type { Viewer } from '@semblance/contract'
import type { Ctx } from '../../platform/http/context.ts'
import { listDue } from '../legal/service.ts'

export async function getViewer(ctx: Ctx): Promise<Viewer> {
  const { actor } = ctx
  const { organization } = actor
  return {
    userId: actor.userId,
    roles: [...actor.roles],
    may: [...actor.may],
    membership: actor.membership,
    organization: organization && {
      name: organization.name,
      organizationId: organization.organizationId,
      isClient: organization.isClient,
      isVendor: organization.isVendor,
      isSample: organization.isSample,
    },
    legalDue: await listDue(ctx),
    ...(actor.key && { key: { scopes: [...actor.key.scopes], expiresAt: actor.key.expiresAt } }),
  }
}
