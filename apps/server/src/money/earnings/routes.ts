import { api } from '../../core/api/service.ts'
import { getStatement, listEarnings, summarizeEarnings } from './service.ts'

export const earningRoutes = {
  summary: api.earnings.summary.handler(({ context: { ctx } }) => summarizeEarnings(ctx)),
  list: api.earnings.list.handler(({ input, context: { ctx } }) => listEarnings(ctx, input)),
  statement: api.earnings.statement.handler(({ input, context: { ctx } }) =>
    getStatement(ctx, input.month),
  ),
}
