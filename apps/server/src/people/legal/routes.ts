import { api, requireAdminOrganization, signedIn } from '../../core/api/service.ts'
import { acceptOnArrival, getDocument, listAcceptedBy, listDocuments } from './service.ts'

const routes = api.legal

export const legalRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) => listDocuments(ctx, input)),
  get: routes.get.handler(({ input, context: { ctx } }) => getDocument(ctx, input)),
  accept: routes.accept.handler(async ({ input, context: { ctx } }) => {
    signedIn(ctx)
    await acceptOnArrival(ctx, input.accepted)
  }),
  listOwn: routes.listOwn.handler(({ input, context: { ctx } }) =>
    listAcceptedBy(ctx, { userId: signedIn(ctx) }, input),
  ),
  listOfOrganization: routes.listOfOrganization.handler(({ input, context: { ctx } }) =>
    listAcceptedBy(ctx, { organization: requireAdminOrganization(ctx) }, input),
  ),
}
