import { api } from '../../core/api/service.ts'
import { readStandIn, setStandIn } from '../../people/spending/service.ts'
import { askApproval, decideApproval, getNeed } from './service.ts'
import { countOwnDecisions, listOwnApprovals } from './view.ts'

const routes = api.approvals

export const approvalRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) => listOwnApprovals(ctx, input)),
  waitingCount: routes.waitingCount.handler(({ context: { ctx } }) => countOwnDecisions(ctx)),
  get: routes.get.handler(({ input, context: { ctx } }) => getNeed(ctx, input.offerId)),
  ask: routes.ask.handler(({ input, context: { ctx } }) => askApproval(ctx, input)),
  decide: routes.decide.handler(({ input, context: { ctx } }) => decideApproval(ctx, input)),
  standIn: routes.standIn.handler(({ context: { ctx } }) => readStandIn(ctx)),
  setStandIn: routes.setStandIn.handler(({ input, context: { ctx } }) =>
    setStandIn(ctx, input.standIn),
  ),
}
