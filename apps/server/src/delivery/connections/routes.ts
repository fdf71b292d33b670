import { api, apiOutsideTransactions } from '../../core/api/service.ts'
import {
  addConnection,
  listConnections,
  listObjects,
  removeConnection,
  replaceSecret,
  testConnection,
} from './connections.ts'

const outside = apiOutsideTransactions.connections

export const connectionRoutes = {
  list: api.connections.list.handler(({ input, context: { ctx } }) => listConnections(ctx, input)),
  add: outside.add.handler(({ input, context }) => addConnection(context, input)),
  test: outside.test.handler(({ input, context }) => testConnection(context, input.connectionId)),
  replaceSecret: outside.replaceSecret.handler(({ input, context }) =>
    replaceSecret(context, input),
  ),
  remove: api.connections.remove.handler(({ input, context: { ctx } }) =>
    removeConnection(ctx, input.connectionId),
  ),
  objects: outside.objects.handler(({ input, context }) =>
    listObjects(context, input.connectionId),
  ),
}
