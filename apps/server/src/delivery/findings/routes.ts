import { api, staffOnly } from '../../core/api/service.ts'
import { checkClaims, getClaimCheck } from './claim-checks.ts'
import * as service from './service.ts'

const { findings } = api

export const findingRoutes = {
  claimable: findings.claimable.handler(({ input, context: { ctx } }) =>
    service.getClaimable(ctx, input.contractId),
  ),
  check: findings.check.handler(({ input, context: { ctx } }) => checkClaims(ctx, input)),
  checked: findings.checked.handler(({ input, context: { ctx } }) =>
    getClaimCheck(ctx, input.contractId),
  ),
  claim: findings.claim.handler(({ input, context: { ctx } }) => service.addClaims(ctx, input)),
  list: findings.list.handler(({ input, context: { ctx } }) =>
    service.listFindings(ctx, input.contractId, input),
  ),
  propose: findings.propose.handler(({ input, context: { ctx } }) =>
    service.proposeFinding(ctx, input.findingId),
  ),
  staff: {
    open: findings.staff.open.handler(({ input, context: { ctx } }) =>
      service.openEvidence(ctx, staffOnly(ctx), input.disputeId),
    ),
  },
}
