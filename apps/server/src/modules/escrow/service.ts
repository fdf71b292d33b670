/** What is held of a contract's price, and every way in and out of it. */
export { releaseDue, watchReviews } from './clocks.ts'
export { adjustEscrow } from './price.ts'
export { applyRefundOutcome } from './refunds.ts'
export {
  acceptDelivery,
  freezeEscrow,
  releaseEscrow,
  releaseUpfront,
  splitEscrow,
  thawEscrow,
} from './release.ts'
export { amountDue, fillEscrow, returnPayment, splitDue } from './settlement.ts'
export { moveTranches, planTranches, upfrontCents } from './tranches.ts'
