import { api, apiOutsideTransactions, viewerOrganization } from '../../core/api/service.ts'
import {
  addDestination,
  changeDestination,
  listDestinations,
  readHostKey,
  removeDestination,
  replaceSecret,
  testDestination,
} from './destinations.ts'
import { listPushes, sendPush } from './service.ts'

const outside = apiOutsideTransactions.pushes

export const pushRoutes = {
  destinations: api.pushes.destinations.handler(({ input, context: { ctx } }) =>
    listDestinations(ctx, viewerOrganization(ctx, 'client'), input),
  ),
  readHostKey: outside.readHostKey.handler(({ input, context }) => readHostKey(context, input)),
  addDestination: outside.addDestination.handler(({ input, context }) =>
    addDestination(context, input),
  ),
  changeDestination: outside.changeDestination.handler(({ input, context }) =>
    changeDestination(context, input),
  ),
  replaceSecret: outside.replaceSecret.handler(({ input, context }) =>
    replaceSecret(context, input),
  ),
  testDestination: outside.testDestination.handler(({ input, context }) =>
    testDestination(context, input.destinationId),
  ),
  removeDestination: api.pushes.removeDestination.handler(({ input, context: { ctx } }) =>
    removeDestination(ctx, input.destinationId),
  ),
  list: api.pushes.list.handler(({ input, context: { ctx } }) => listPushes(ctx, input)),
  send: api.pushes.send.handler(({ input, context: { ctx } }) => sendPush(ctx, input)),
}
