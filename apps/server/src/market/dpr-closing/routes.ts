import { api } from '../../core/api/service.ts'
import { cancelDpr } from './service.ts'

/** Extends the procedures of requests. Defined here because offers depend on requests. */
export const closingRoutes = {
  cancel: api.dprs.cancel.handler(({ input, context: { ctx } }) => cancelDpr(ctx, input.dprId)),
}
