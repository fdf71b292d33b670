/** Manages the escrow of a contract's price, and every way in and out of it. */
export { processReviewDeadlines, releaseDue } from './deadlines.ts'
export { applyPriceChange } from './price-change.ts'
export { applyRefundOutcome } from './refunds.ts'
export {
  acceptDelivery,
  freezeEscrow,
  releaseEscrow,
  releaseUpfront,
  splitEscrow,
  unfreezeEscrow,
} from './release.ts'
export {
  allocateDue,
  amountDue,
  depositEscrow,
  returnPayment,
} from './settlement.ts'
export { moveTranches, planTranches, upfrontCents } from './tranches.ts'
