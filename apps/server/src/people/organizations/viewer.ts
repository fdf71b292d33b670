import type { Viewer } from '@semblance/contract'
import type { Actor } from '../../platform/http/context.ts'

export function getViewer(actor: Actor): Viewer {
  const { organization } = actor
  return {
    userId: actor.userId,
    roles: [...actor.roles],
    membership: actor.membership,
    organization: organization && {
      name: organization.name,
      organizationId: organization.organizationId,
      isClient: organization.isClient,
      isVendor: organization.isVendor,
      isSample: organization.isSample,
    },
  }
}
