import { api } from '../../core/api/service.ts'
import { getSource, getSourceOfDeal, listSources, listSpendings, setLimit } from './accounts.ts'

const routes = api.sources

export const sourceRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) => listSources(ctx, input)),
  get: routes.get.handler(({ input, context: { ctx } }) => getSource(ctx, input.id)),
  spendings: routes.spendings.handler(({ input, context: { ctx } }) =>
    listSpendings(ctx, input.id, input),
  ),
  ofDeal: routes.ofDeal.handler(({ input, context: { ctx } }) => getSourceOfDeal(ctx, input.deal)),
  setLimit: routes.setLimit.handler(({ input, context: { ctx } }) => setLimit(ctx, input)),
}
