import { api, staffOnly } from '../../core/api/service.ts'
import { listByLink, openDocument, removeByLink } from './documents.ts'
import {
  answerQuestion,
  approveApplication,
  askForMore,
  declineApplication,
  listApplications,
  listHistory,
  noteApplication,
  readApplication,
  readApprovalLink,
  readComparison,
  readQuestion,
  readStatus,
} from './service.ts'

export const applicationRoutes = {
  list: api.applications.list.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return listApplications(ctx, input)
  }),
  history: api.applications.history.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return listHistory(ctx, input)
  }),
  get: api.applications.get.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return readApplication(ctx, input.id)
  }),
  sanctions: api.applications.sanctions.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return readComparison(ctx, input.id)
  }),
  ask: api.applications.ask.handler(({ input, context: { ctx } }) =>
    askForMore(ctx, input, staffOnly(ctx)),
  ),
  note: api.applications.note.handler(({ input, context: { ctx } }) =>
    noteApplication(ctx, input, staffOnly(ctx)),
  ),
  question: api.applications.question.handler(({ input, context: { ctx } }) =>
    readQuestion(ctx, input.token),
  ),
  status: api.applications.status.handler(({ input, context: { ctx } }) =>
    readStatus(ctx, input.token),
  ),
  documents: api.applications.documents.handler(({ input, context: { ctx } }) =>
    listByLink(ctx, input.token),
  ),
  removeDocument: api.applications.removeDocument.handler(({ input, context: { ctx } }) =>
    removeByLink(ctx, input),
  ),
  openDocument: api.applications.openDocument.handler(({ input, context: { ctx } }) =>
    openDocument(ctx, input.documentId, staffOnly(ctx)),
  ),
  approvalLink: api.applications.approvalLink.handler(({ input, context: { ctx } }) =>
    readApprovalLink(ctx, input.token),
  ),
  answer: api.applications.answer.handler(({ input, context: { ctx } }) =>
    answerQuestion(ctx, input),
  ),
  approve: api.applications.approve.handler(({ input, context: { ctx } }) =>
    approveApplication(ctx, input, staffOnly(ctx)),
  ),
  decline: api.applications.decline.handler(({ input, context: { ctx } }) =>
    declineApplication(ctx, input, staffOnly(ctx)),
  ),
}
