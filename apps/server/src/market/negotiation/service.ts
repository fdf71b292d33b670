/** Negotiation: what two organizations say to each other about a request, and how its terms change. */
export { endAnswering, readTalk, type Talk, type TalkedProposal } from './answering.ts'
export { messageFiles } from './attachments.ts'
export { backfillReads } from './backfill.ts'
export {
  countUnread,
  getConversation,
  listConversations,
  openConversation,
} from './conversations.ts'
export { listContacts } from './counterparts.ts'
export { listMessages, markRead, publishTyping, sendMessage } from './messages.ts'
export { approveProposal, propose, rejectProposal, withdrawProposal } from './proposals.ts'
export { currentTerms, termHistory } from './terms.ts'
