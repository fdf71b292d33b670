import { api, apiOutsideTransactions } from '../../../core/api/service.ts'
import {
  cancelDelivery,
  forecastDelivery,
  inspectDelivery,
  reopenDelivery,
  submitDelivery,
} from '../files/drafts.ts'
import { getProfiles } from '../review/profiles.ts'
import { getTwinOf, listOwnTwins, startTwin } from './twins.ts'

const { twins } = api

const forTwin = <Input extends { twinId: string }>({ twinId, ...input }: Input) => ({
  ...input,
  purpose: { twinId },
})

export const twinRoutes = {
  start: twins.start.handler(({ input, context: { ctx } }) => startTwin(ctx, input)),
  list: twins.list.handler(({ input, context: { ctx } }) => listOwnTwins(ctx, input)),
  get: twins.get.handler(({ input, context: { ctx } }) => getTwinOf(ctx, input.twinId)),
  inspect: twins.inspect.handler(({ input, context: { ctx } }) =>
    inspectDelivery(ctx, forTwin(input)),
  ),
  profiles: apiOutsideTransactions.twins.profiles.handler(({ input, context }) =>
    getProfiles(context, input),
  ),
  reopen: twins.reopen.handler(({ input, context: { ctx } }) => reopenDelivery(ctx, input)),
  forecast: twins.forecast.handler(({ input, context: { ctx } }) =>
    forecastDelivery(ctx, forTwin(input)),
  ),
  submit: twins.submit.handler(({ input, context: { ctx } }) =>
    submitDelivery(ctx, forTwin(input)),
  ),
  cancel: twins.cancel.handler(({ input, context: { ctx } }) => cancelDelivery(ctx, input)),
}
