import { api, requireActingOrganization, requireAdminOrganization } from '../../core/api/service.ts'
import { decideChange } from './limit-changes.ts'
import { listMemberSpending, readRules, setMemberLimits, setRules } from './limits.ts'

const routes = api.spending

export const spendingRoutes = {
  rules: routes.rules.handler(({ context: { ctx } }) =>
    readRules(ctx, requireActingOrganization(ctx)),
  ),
  setRules: routes.setRules.handler(({ input, context: { ctx } }) =>
    setRules(ctx, requireAdminOrganization(ctx), input),
  ),
  decideChange: routes.decideChange.handler(({ input, context: { ctx } }) =>
    decideChange(ctx, requireActingOrganization(ctx), input),
  ),
  members: routes.members.handler(({ input, context: { ctx } }) =>
    listMemberSpending(ctx, requireActingOrganization(ctx), input),
  ),
  setMemberLimits: routes.setMemberLimits.handler(({ input, context: { ctx } }) =>
    setMemberLimits(ctx, requireAdminOrganization(ctx), input),
  ),
}
