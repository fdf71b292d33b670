import { api, staffOnly } from '../../core/api/service.ts'
import { listHits, searchEverything } from './service.ts'

export const searchRoutes = {
  everything: api.search.everything.handler(({ input, context: { ctx } }) =>
    searchEverything(ctx, input.text),
  ),
  staff: {
    list: api.search.staff.list.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return listHits(ctx, input)
    }),
  },
}
