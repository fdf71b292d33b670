import { api } from '../../api.ts'
import { getContract, listContracts } from './service.ts'

export const contractRoutes = {
  list: api.contracts.list.handler(({ input, context: { ctx } }) => listContracts(ctx, input)),
  get: api.contracts.get.handler(({ input, context: { ctx } }) =>
    getContract(ctx, input.contractId),
  ),
}
