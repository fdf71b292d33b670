import { api } from '../../core/api/service.ts'
import { linkFile } from '../../core/attachments/service.ts'
import {
  approveProposal,
  countUnread,
  currentTerms,
  getConversation,
  listContacts,
  listConversations,
  listMessages,
  markRead,
  messageFiles,
  openConversation,
  propose,
  publishTyping,
  rejectProposal,
  sendMessage,
  termHistory,
  withdrawProposal,
} from './service.ts'

const { negotiation } = api

export const negotiationRoutes = {
  open: negotiation.open.handler(({ input, context: { ctx } }) => openConversation(ctx, input)),
  list: negotiation.list.handler(({ input, context: { ctx } }) => listConversations(ctx, input)),
  get: negotiation.get.handler(({ input, context: { ctx } }) => getConversation(ctx, input)),
  contacts: negotiation.contacts.handler(({ input, context: { ctx } }) => listContacts(ctx, input)),
  unreadCount: negotiation.unreadCount.handler(({ input, context: { ctx } }) =>
    countUnread(ctx, input.side),
  ),
  messages: negotiation.messages.handler(({ input, context: { ctx } }) => listMessages(ctx, input)),
  send: negotiation.send.handler(({ input, context: { ctx } }) => sendMessage(ctx, input)),
  markRead: negotiation.markRead.handler(({ input, context: { ctx } }) => markRead(ctx, input)),
  typing: negotiation.typing.handler(({ input, context: { ctx } }) =>
    publishTyping(ctx, input.conversationId),
  ),
  attachmentLink: negotiation.attachmentLink.handler(({ input, context: { ctx } }) =>
    linkFile(ctx, messageFiles, input.attachmentId),
  ),
  terms: negotiation.terms.handler(({ input, context: { ctx } }) => currentTerms(ctx, input)),
  termHistory: negotiation.termHistory.handler(({ input, context: { ctx } }) =>
    termHistory(ctx, input),
  ),
  propose: negotiation.propose.handler(({ input, context: { ctx } }) => propose(ctx, input)),
  approve: negotiation.approve.handler(({ input, context: { ctx } }) =>
    approveProposal(ctx, input),
  ),
  reject: negotiation.reject.handler(({ input, context: { ctx } }) => rejectProposal(ctx, input)),
  withdraw: negotiation.withdraw.handler(({ input, context: { ctx } }) =>
    withdrawProposal(ctx, input.proposalId),
  ),
}
