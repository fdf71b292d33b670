import { adminOrg, api, organizationToRead } from '../../api.ts'
import { readBanking, saveBanking } from './service.ts'

const routes = api.banking

export const bankingRoutes = {
  /** Visitors look at the sample vendor's: the page is about being paid. */
  get: routes.get.handler(({ context: { ctx } }) =>
    readBanking(ctx, ctx.actor.readsAs.vendor ?? organizationToRead(ctx)),
  ),
  save: routes.save.handler(({ input, context: { ctx } }) =>
    saveBanking(ctx, adminOrg(ctx), input),
  ),
}
