/** Exports the accounting functions that other modules may call. */
export { approveAdjustment, proposeAdjustment } from './adjustments.ts'
