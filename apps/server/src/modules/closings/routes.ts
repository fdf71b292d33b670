import { api } from '../../api.ts'
import { cancelDpr } from './service.ts'

/** Beside the other procedures of requests; here, because offers build on requests. */
export const closingRoutes = {
  cancel: api.dprs.cancel.handler(({ input, context: { ctx } }) => cancelDpr(ctx, input.dprId)),
}
