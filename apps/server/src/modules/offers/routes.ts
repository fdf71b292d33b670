import { api } from '../../api.ts'
import {
  acceptOffer,
  listReceivedOffers,
  listSentOffers,
  rejectOffer,
  submitOffer,
} from './service.ts'

export const offerRoutes = {
  submit: api.offers.submit.handler(({ input, context: { ctx } }) => submitOffer(ctx, input)),
  listReceived: api.offers.listReceived.handler(({ input, context: { ctx } }) =>
    listReceivedOffers(ctx, input),
  ),
  listSent: api.offers.listSent.handler(({ input, context: { ctx } }) =>
    listSentOffers(ctx, input),
  ),
  accept: api.offers.accept.handler(({ input, context: { ctx } }) =>
    acceptOffer(ctx, input.offerId),
  ),
  reject: api.offers.reject.handler(({ input, context: { ctx } }) => rejectOffer(ctx, input)),
}
