/** Subscriptions to listed twins: revisions of the data, each ordered, paid and delivered under a contract of its own. */
export { compareRevisions } from './compare.ts'
export { keepOrdered, orderRevision } from './order.ts'
export { forecastSubscription, startSubscription } from './start.ts'
export {
  cancelSubscription,
  openRevision,
  pauseSubscription,
  resumeSubscription,
} from './steps.ts'
export { getSubscription, listRevisions, listSubscriptions } from './view.ts'
