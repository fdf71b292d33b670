import { api, staffOnly } from '../../core/api/service.ts'
import {
  getOverview,
  listOwnPayouts,
  listPayoutsNeedingAttention,
  retryPayout,
  setSchedule,
} from './service.ts'

export const payoutRoutes = {
  overview: api.payouts.overview.handler(({ context: { ctx } }) => getOverview(ctx)),
  list: api.payouts.list.handler(({ input, context: { ctx } }) => listOwnPayouts(ctx, input)),
  setSchedule: api.payouts.setSchedule.handler(({ input, context: { ctx } }) =>
    setSchedule(ctx, input),
  ),
  listAttention: api.payouts.listAttention.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return listPayoutsNeedingAttention(ctx, input)
  }),
  retry: api.payouts.retry.handler(({ input, context: { ctx } }) =>
    retryPayout(ctx, staffOnly(ctx), input.payoutId),
  ),
}
