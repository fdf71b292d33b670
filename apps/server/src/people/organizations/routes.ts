import {
  api,
  organizationToRead,
  requireAdminOrganization,
  signedIn,
} from '../../core/api/service.ts'
import * as invitations from './invitations.ts'
import * as members from './members.ts'
import { readOrganization, updateOrganization } from './service.ts'
import { getViewer } from './viewer.ts'

const routes = api.organizations

export const organizationRoutes = {
  viewer: routes.viewer.handler(({ context: { ctx } }) => getViewer(ctx)),
  get: routes.get.handler(({ context: { ctx } }) => readOrganization(ctx, organizationToRead(ctx))),
  update: routes.update.handler(({ input, context: { ctx } }) =>
    updateOrganization(ctx, requireAdminOrganization(ctx), input),
  ),
  listRequests: routes.listRequests.handler(({ input, context: { ctx } }) =>
    members.listRequests(
      ctx,
      ctx.actor.organization ? requireAdminOrganization(ctx) : organizationToRead(ctx),
      input,
    ),
  ),
  approveRequest: routes.approveRequest.handler(({ input, context: { ctx } }) =>
    members.approveRequest(ctx, requireAdminOrganization(ctx), input),
  ),
  rejectRequest: routes.rejectRequest.handler(({ input, context: { ctx } }) =>
    members.rejectRequest(ctx, requireAdminOrganization(ctx), input.id),
  ),
  listMembers: routes.listMembers.handler(({ input, context: { ctx } }) =>
    members.listMembers(ctx, organizationToRead(ctx), input),
  ),
  resetMemberPassword: routes.resetMemberPassword.handler(({ input, context: { ctx, auth } }) =>
    members.resetMemberPassword(ctx, auth, requireAdminOrganization(ctx), input.id),
  ),
  deactivateMember: routes.deactivateMember.handler(({ input, context: { ctx } }) =>
    members.deactivateMember(ctx, requireAdminOrganization(ctx), input.id),
  ),
  reactivateMember: routes.reactivateMember.handler(({ input, context: { ctx } }) =>
    members.reactivateMember(ctx, requireAdminOrganization(ctx), input.id),
  ),
  setMemberAdmin: routes.setMemberAdmin.handler(({ input, context: { ctx } }) =>
    members.setMemberAdmin(ctx, requireAdminOrganization(ctx), input),
  ),
  setMemberRoles: routes.setMemberRoles.handler(({ input, context: { ctx } }) =>
    members.setMemberRoles(ctx, requireAdminOrganization(ctx), input),
  ),
  listInvitations: routes.listInvitations.handler(({ input, context: { ctx } }) =>
    invitations.listInvitations(ctx, requireAdminOrganization(ctx), input),
  ),
  inviteMember: routes.inviteMember.handler(({ input, context: { ctx, auth } }) =>
    invitations.inviteMember(ctx, auth, requireAdminOrganization(ctx), input),
  ),
  revokeInvitation: routes.revokeInvitation.handler(({ input, context: { ctx } }) =>
    invitations.revokeInvitation(ctx, requireAdminOrganization(ctx), input.id),
  ),
  receivedInvitations: routes.receivedInvitations.handler(({ input, context: { ctx } }) =>
    invitations.receivedInvitations(ctx, signedIn(ctx), input),
  ),
  acceptInvitation: routes.acceptInvitation.handler(({ input, context: { ctx } }) =>
    invitations.acceptInvitation(ctx, signedIn(ctx), input.id),
  ),
}
