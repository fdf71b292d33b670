/** Listings: twins that their vendors sell again, each copy under a contract of its own. */
export { backfillListing } from './backfill.ts'
export {
  buyListing,
  deliverPurchase,
  findOffered,
  keepForSale,
  lockForSale,
  type Purchase,
} from './buy.ts'
export { getListing, listCatalog } from './catalog.ts'
export { figuresOf, levelOf } from './facts.ts'
export {
  draftListing,
  draftMeasured,
  getOwnListing,
  listListableDeliveries,
  listOwnListings,
  listOwnPurchases,
  pauseListing,
  publishListing,
  saveListing,
  withdrawListing,
} from './own-listings.ts'
export { takeDown } from './staff.ts'
