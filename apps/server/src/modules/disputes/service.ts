/** Disputes about money in escrow: claims and evidence of both parties, settlements between them, decisions of staff. */
export { dropDisputes, escalateDispute, withdrawDispute } from './endings.ts'
export { evidence } from './evidence.ts'
export { openDispute } from './opening.ts'
export { confirmRuling, rule } from './rulings.ts'
export {
  acceptSettlement,
  proposeSettlement,
  rejectSettlement,
  retractSettlement,
} from './settlements.ts'
export { listStaffDisputes, readStaffDispute } from './staff-view.ts'
export { addStatement, answerDispute } from './statements.ts'
export { listDisputes } from './view.ts'
