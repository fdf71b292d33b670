import { api, staffOnly } from '../../core/api/service.ts'
import { linkFile } from '../../core/attachments/service.ts'
import * as service from './service.ts'

const { disputes } = api

export const disputeRoutes = {
  list: disputes.list.handler(({ input, context: { ctx } }) =>
    service.listDisputes(ctx, input.contractId, input),
  ),
  open: disputes.open.handler(({ input, context: { ctx } }) => service.openDispute(ctx, input)),
  answer: disputes.answer.handler(({ input, context: { ctx } }) =>
    service.answerDispute(ctx, input),
  ),
  addStatement: disputes.addStatement.handler(({ input, context: { ctx } }) =>
    service.addStatement(ctx, input),
  ),
  evidenceLink: disputes.evidenceLink.handler(({ input, context: { ctx } }) =>
    linkFile(ctx, service.evidence, input.evidenceId),
  ),
  propose: disputes.propose.handler(({ input, context: { ctx } }) =>
    service.proposeSettlement(ctx, input),
  ),
  accept: disputes.accept.handler(({ input, context: { ctx } }) =>
    service.acceptSettlement(ctx, input.settlementId),
  ),
  reject: disputes.reject.handler(({ input, context: { ctx } }) =>
    service.rejectSettlement(ctx, input.settlementId),
  ),
  retract: disputes.retract.handler(({ input, context: { ctx } }) =>
    service.withdrawSettlement(ctx, input.settlementId),
  ),
  escalate: disputes.escalate.handler(({ input, context: { ctx } }) =>
    service.escalateDispute(ctx, input.disputeId),
  ),
  withdraw: disputes.withdraw.handler(({ input, context: { ctx } }) =>
    service.withdrawDispute(ctx, input.disputeId),
  ),
  staff: {
    list: disputes.staff.list.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return service.listStaffDisputes(ctx, input)
    }),
    get: disputes.staff.get.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return service.readStaffDispute(ctx, input.disputeId)
    }),
    rule: disputes.staff.rule.handler(({ input, context: { ctx } }) =>
      service.issueRuling(ctx, input, staffOnly(ctx)),
    ),
    confirm: disputes.staff.confirm.handler(({ input, context: { ctx } }) =>
      service.confirmRuling(ctx, input.rulingId, staffOnly(ctx)),
    ),
  },
}
