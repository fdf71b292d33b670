import { api, recordingApi, staffOnly } from '../../core/api/service.ts'
import * as service from './service.ts'

const { listings } = api

export const listingRoutes = {
  list: listings.list.handler(({ input, context: { ctx } }) => service.listCatalog(ctx, input)),
  get: recordingApi.listings.get.handler(({ input, context: { ctx } }) =>
    service.getListing(ctx, input.listingId),
  ),
  buy: listings.buy.handler(({ input, context: { ctx } }) => service.buyListing(ctx, input)),
  listOwn: listings.listOwn.handler(({ input, context: { ctx } }) =>
    service.listOwnListings(ctx, input),
  ),
  listable: listings.listable.handler(({ input, context: { ctx } }) =>
    service.listListableDeliveries(ctx, input),
  ),
  purchases: listings.purchases.handler(({ input, context: { ctx } }) =>
    service.listOwnPurchases(ctx, input),
  ),
  getOwn: listings.getOwn.handler(({ input, context: { ctx } }) =>
    service.getOwnListing(ctx, input.listingId),
  ),
  draft: listings.draft.handler(({ input, context: { ctx } }) =>
    service.draftListing(ctx, input.deliveryId),
  ),
  save: listings.save.handler(({ input, context: { ctx } }) => service.saveListing(ctx, input)),
  publish: listings.publish.handler(({ input, context: { ctx } }) =>
    service.publishListing(ctx, input),
  ),
  pause: listings.pause.handler(({ input, context: { ctx } }) =>
    service.pauseListing(ctx, input.listingId),
  ),
  withdraw: listings.withdraw.handler(({ input, context: { ctx } }) =>
    service.withdrawListing(ctx, input.listingId),
  ),
  staff: {
    takeDown: listings.staff.takeDown.handler(({ input, context: { ctx } }) =>
      service.takeDown(ctx, staffOnly(ctx), input),
    ),
  },
}
