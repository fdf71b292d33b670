import { api } from '../../api.ts'
import { browseDprs, createDpr, getDpr, listDprs } from './service.ts'

export const dprRoutes = {
  create: api.dprs.create.handler(({ input, context: { ctx } }) => createDpr(ctx, input)),
  list: api.dprs.list.handler(({ input, context: { ctx } }) => listDprs(ctx, input)),
  get: api.dprs.get.handler(({ input, context: { ctx } }) => getDpr(ctx, input.dprId)),
  browse: api.dprs.browse.handler(({ input, context: { ctx } }) => browseDprs(ctx, input)),
}
