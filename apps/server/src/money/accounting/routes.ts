import { api, staffOnly } from '../../core/api/service.ts'
import { listAccounts, listEntries, readStatement } from './accounts.ts'
import * as adjustments from './adjustments.ts'
import { listFigureEntries } from './figure-breakdown.ts'
import { checkBooks, describeBooks } from './overview.ts'
import { listBreaks, listStatements } from './reconciliation.ts'
import { confirmRestore } from './restore-hold.ts'

const { explain, staff } = api.books

export const bookRoutes = {
  explain: explain.handler(({ input, context: { ctx } }) => listFigureEntries(ctx, input)),
  staff: {
    overview: staff.overview.handler(({ context: { ctx } }) => {
      staffOnly(ctx)
      return describeBooks(ctx)
    }),
    verify: staff.verify.handler(({ context: { ctx } }) => checkBooks(ctx, staffOnly(ctx))),
    accounts: staff.accounts.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return listAccounts(ctx, input)
    }),
    statement: staff.statement.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return readStatement(ctx, input)
    }),
    entries: staff.entries.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return listEntries(ctx, input)
    }),
    adjustments: staff.adjustments.handler(({ input, context: { ctx } }) =>
      adjustments.listAdjustments(ctx, staffOnly(ctx), input),
    ),
    propose: staff.propose.handler(({ input, context: { ctx } }) =>
      adjustments.proposeAdjustment(ctx, staffOnly(ctx), input),
    ),
    reverse: staff.reverse.handler(({ input, context: { ctx } }) =>
      adjustments.proposeReversal(ctx, staffOnly(ctx), input),
    ),
    approve: staff.approve.handler(({ input, context: { ctx } }) =>
      adjustments.approveAdjustment(ctx, staffOnly(ctx), input),
    ),
    reject: staff.reject.handler(({ input, context: { ctx } }) =>
      adjustments.rejectAdjustment(ctx, staffOnly(ctx), input),
    ),
    withdraw: staff.withdraw.handler(({ input, context: { ctx } }) =>
      adjustments.withdrawAdjustment(ctx, staffOnly(ctx), input.id),
    ),
    statements: staff.statements.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return listStatements(ctx, input)
    }),
    confirmRestore: staff.confirmRestore.handler(({ input, context: { ctx } }) =>
      confirmRestore(ctx, staffOnly(ctx), input),
    ),
    breaks: staff.breaks.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return listBreaks(ctx, input)
    }),
  },
}
