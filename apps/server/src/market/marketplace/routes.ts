import { api } from '../../core/api/service.ts'
import { changeSearch, listSavedSearches, removeSearch, saveSearch } from './saved-searches.ts'
import { browseMarket, countMarket } from './service.ts'
import { suggestDprs, suggestVendors } from './suggestions.ts'

export const marketRoutes = {
  browse: api.market.browse.handler(({ input, context: { ctx } }) => browseMarket(ctx, input)),
  counts: api.market.counts.handler(({ context: { ctx } }) => countMarket(ctx)),
  suggestDprs: api.market.suggestDprs.handler(({ input, context: { ctx } }) =>
    suggestDprs(ctx, input),
  ),
  suggestVendors: api.market.suggestVendors.handler(({ input, context: { ctx } }) =>
    suggestVendors(ctx, input),
  ),
  savedSearches: api.market.savedSearches.handler(({ input, context: { ctx } }) =>
    listSavedSearches(ctx, input),
  ),
  saveSearch: api.market.saveSearch.handler(({ input, context: { ctx } }) =>
    saveSearch(ctx, input),
  ),
  changeSearch: api.market.changeSearch.handler(({ input, context: { ctx } }) =>
    changeSearch(ctx, input),
  ),
  removeSearch: api.market.removeSearch.handler(({ input, context: { ctx } }) =>
    removeSearch(ctx, input.id),
  ),
}
