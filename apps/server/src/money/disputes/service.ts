/** Disputes about money in escrow: claims and evidence of both parties, settlements between them, decisions of staff. */

export { evidence } from './evidence.ts'
export { announce, notifyParties } from './notifications.ts'
export { openDispute } from './open-dispute.ts'
export { type Participant, requireParticipant } from './participants.ts'
export { type DisputeRow, findDispute, listDisputesOf, lockDispute } from './queries.ts'
export { cancelDisputes, escalateDispute, withdrawDispute } from './resolutions.ts'
export { confirmRuling, issueRuling } from './rulings.ts'
export {
  acceptSettlement,
  proposeSettlement,
  rejectSettlement,
  withdrawSettlement,
} from './settlements.ts'
export { listStaffDisputes, readStaffDispute } from './staff/staff-view.ts'
export { addStatement, answerDispute } from './statements.ts'
export { disputedAmountOf, listDisputes, readDisputes } from './view.ts'
