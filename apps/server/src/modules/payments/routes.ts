import { api } from '../../api.ts'
import { fundEscrow, getCheckout } from './service.ts'

export const paymentRoutes = {
  checkout: api.payments.checkout.handler(({ input, context: { ctx } }) =>
    getCheckout(ctx, input.offerId),
  ),
  fund: api.payments.fund.handler(({ input, context: { ctx } }) => fundEscrow(ctx, input)),
}
