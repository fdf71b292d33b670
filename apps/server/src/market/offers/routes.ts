import { api, recordingApi } from '../../core/api/service.ts'
import {
  acceptOffer,
  editOffer,
  getOfferAgreement,
  getSentOffer,
  listReceivedOffers,
  listRequestsWithOffers,
  listSentOffers,
  markOfferSeen,
  rejectOffer,
  submitOffer,
  withdrawOffer,
} from './service.ts'

export const offerRoutes = {
  submit: api.offers.submit.handler(({ input, context: { ctx } }) => submitOffer(ctx, input)),
  listReceived: recordingApi.offers.listReceived.handler(({ input, context: { ctx } }) =>
    listReceivedOffers(ctx, input),
  ),
  listRequests: api.offers.listRequests.handler(({ input, context: { ctx } }) =>
    listRequestsWithOffers(ctx, input),
  ),
  listSent: api.offers.listSent.handler(({ input, context: { ctx } }) =>
    listSentOffers(ctx, input),
  ),
  getSent: api.offers.getSent.handler(({ input, context: { ctx } }) =>
    getSentOffer(ctx, input.offerId),
  ),
  edit: api.offers.edit.handler(({ input, context: { ctx } }) => editOffer(ctx, input)),
  withdraw: api.offers.withdraw.handler(({ input, context: { ctx } }) =>
    withdrawOffer(ctx, input.offerId),
  ),
  markSeen: api.offers.markSeen.handler(({ input, context: { ctx } }) => markOfferSeen(ctx, input)),
  agreement: api.offers.agreement.handler(({ input, context: { ctx } }) =>
    getOfferAgreement(ctx, input),
  ),
  accept: api.offers.accept.handler(({ input, context: { ctx } }) => acceptOffer(ctx, input)),
  reject: api.offers.reject.handler(({ input, context: { ctx } }) => rejectOffer(ctx, input)),
}
