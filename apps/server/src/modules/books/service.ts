/** What other modules may ask of the books. */
export { approveAdjustment, proposeAdjustment } from './adjustments.ts'
