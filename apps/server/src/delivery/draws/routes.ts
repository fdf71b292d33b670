import { api } from '../../core/api/service.ts'
import { getDrawRights, listDraws, startDraw } from './service.ts'

export const drawRoutes = {
  list: api.draws.list.handler(({ input, context: { ctx } }) => listDraws(ctx, input)),
  rights: api.draws.rights.handler(({ input, context: { ctx } }) =>
    getDrawRights(ctx, input.contractId),
  ),
  start: api.draws.start.handler(({ input, context: { ctx } }) => startDraw(ctx, input)),
}
