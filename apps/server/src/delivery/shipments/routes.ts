import { api } from '../../core/api/service.ts'
import * as service from './service.ts'

const routes = api.shipments

export const shipmentRoutes = {
  address: routes.address.handler(({ input, context: { ctx } }) => service.getAddress(ctx, input)),
  setAddress: routes.setAddress.handler(({ input, context: { ctx } }) =>
    service.setAddress(ctx, input),
  ),
  list: routes.list.handler(({ input, context: { ctx } }) => service.listShipments(ctx, input)),
  files: routes.files.handler(({ input, context: { ctx } }) => service.listFiles(ctx, input)),
  fileLink: routes.fileLink.handler(({ input, context: { ctx } }) => service.linkFile(ctx, input)),
  stateSent: routes.stateSent.handler(({ input, context: { ctx } }) =>
    service.stateSent(ctx, input),
  ),
  stateArrival: routes.stateArrival.handler(({ input, context: { ctx } }) =>
    service.stateArrival(ctx, input),
  ),
}
