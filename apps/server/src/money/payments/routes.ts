import { api } from '../../core/api/service.ts'
import { getCheckout, getPaymentDetails, listHistory } from './detail.ts'
import { cancelContract, fundEscrow } from './service.ts'

export const paymentRoutes = {
  checkout: api.payments.checkout.handler(({ input, context: { ctx } }) =>
    getCheckout(ctx, input.offerId),
  ),
  fund: api.payments.fund.handler(({ input, context: { ctx } }) => fundEscrow(ctx, input)),
  get: api.payments.get.handler(({ input, context: { ctx } }) =>
    getPaymentDetails(ctx, input.contractId),
  ),
  history: api.payments.history.handler(({ input, context: { ctx } }) => listHistory(ctx, input)),
  cancel: api.payments.cancel.handler(({ input, context: { ctx } }) => cancelContract(ctx, input)),
}
