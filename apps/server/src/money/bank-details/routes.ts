import { api, organizationToRead, requireFinanceOrganization } from '../../core/api/service.ts'
import { getBankDetails, saveBankDetails } from './service.ts'

const routes = api.banking

export const bankingRoutes = {
  /** Visitors look at the sample vendor's: the page is about being paid. */
  get: routes.get.handler(({ context: { ctx } }) =>
    getBankDetails(ctx, ctx.actor.readsAs.vendor ?? organizationToRead(ctx)),
  ),
  save: routes.save.handler(({ input, context: { ctx } }) =>
    saveBankDetails(ctx, requireFinanceOrganization(ctx), input),
  ),
}
