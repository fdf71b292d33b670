import { adminOrg, api, organizationToRead, signedIn } from '../../api.ts'
import * as invitations from './invitations.ts'
import * as members from './members.ts'
import { readOrganization, updateOrganization } from './service.ts'
import { describeViewer } from './viewer.ts'

const routes = api.organizations

export const organizationRoutes = {
  viewer: routes.viewer.handler(({ context: { ctx } }) => describeViewer(ctx.actor)),
  get: routes.get.handler(({ context: { ctx } }) => readOrganization(ctx, organizationToRead(ctx))),
  update: routes.update.handler(({ input, context: { ctx } }) =>
    updateOrganization(ctx, adminOrg(ctx), input),
  ),
  listRequests: routes.listRequests.handler(({ input, context: { ctx } }) =>
    members.listRequests(
      ctx,
      ctx.actor.organization ? adminOrg(ctx) : organizationToRead(ctx),
      input,
    ),
  ),
  approveRequest: routes.approveRequest.handler(({ input, context: { ctx } }) =>
    members.approveRequest(ctx, adminOrg(ctx), input.id),
  ),
  rejectRequest: routes.rejectRequest.handler(({ input, context: { ctx } }) =>
    members.rejectRequest(ctx, adminOrg(ctx), input.id),
  ),
  listMembers: routes.listMembers.handler(({ input, context: { ctx } }) =>
    members.listMembers(ctx, organizationToRead(ctx), input),
  ),
  resetMemberPassword: routes.resetMemberPassword.handler(({ input, context: { ctx, auth } }) =>
    members.resetMemberPassword(ctx, auth, adminOrg(ctx), input.id),
  ),
  deactivateMember: routes.deactivateMember.handler(({ input, context: { ctx } }) =>
    members.deactivateMember(ctx, adminOrg(ctx), input.id),
  ),
  reactivateMember: routes.reactivateMember.handler(({ input, context: { ctx } }) =>
    members.reactivateMember(ctx, adminOrg(ctx), input.id),
  ),
  setMemberAdmin: routes.setMemberAdmin.handler(({ input, context: { ctx } }) =>
    members.setMemberAdmin(ctx, adminOrg(ctx), input),
  ),
  listInvitations: routes.listInvitations.handler(({ input, context: { ctx } }) =>
    invitations.listInvitations(ctx, adminOrg(ctx), input),
  ),
  inviteMember: routes.inviteMember.handler(({ input, context: { ctx, auth } }) =>
    invitations.inviteMember(ctx, auth, adminOrg(ctx), input.email),
  ),
  revokeInvitation: routes.revokeInvitation.handler(({ input, context: { ctx } }) =>
    invitations.revokeInvitation(ctx, adminOrg(ctx), input.id),
  ),
  receivedInvitations: routes.receivedInvitations.handler(({ context: { ctx } }) =>
    invitations.receivedInvitations(ctx, signedIn(ctx)),
  ),
  acceptInvitation: routes.acceptInvitation.handler(({ input, context: { ctx } }) =>
    invitations.acceptInvitation(ctx, signedIn(ctx), input.id),
  ),
}
