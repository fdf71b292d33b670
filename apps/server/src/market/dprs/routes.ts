import { api } from '../../core/api/service.ts'
import { getDraft, listOwnDrafts, removeDraft, saveDraft } from './drafts.ts'
import { inviteVendor, listDprInvitations } from './invitations.ts'
import { listDprs } from './list.ts'
import { answerQuestion, askQuestion, listDprQuestions } from './questions.ts'
import { createDpr, extendDpr, getDpr } from './service.ts'

export const dprRoutes = {
  create: api.dprs.create.handler(({ input, context: { ctx } }) => createDpr(ctx, input)),
  list: api.dprs.list.handler(({ input, context: { ctx } }) => listDprs(ctx, input)),
  get: api.dprs.get.handler(({ input, context: { ctx } }) => getDpr(ctx, input.dprId)),
  extend: api.dprs.extend.handler(({ input, context: { ctx } }) => extendDpr(ctx, input)),
  drafts: api.dprs.drafts.handler(({ input, context: { ctx } }) => listOwnDrafts(ctx, input)),
  draft: api.dprs.draft.handler(({ input, context: { ctx } }) => getDraft(ctx, input.draftId)),
  saveDraft: api.dprs.saveDraft.handler(({ input, context: { ctx } }) => saveDraft(ctx, input)),
  removeDraft: api.dprs.removeDraft.handler(({ input, context: { ctx } }) =>
    removeDraft(ctx, input.draftId),
  ),
  questions: api.dprs.questions.handler(({ input, context: { ctx } }) =>
    listDprQuestions(ctx, input),
  ),
  ask: api.dprs.ask.handler(({ input, context: { ctx } }) => askQuestion(ctx, input)),
  answer: api.dprs.answer.handler(({ input, context: { ctx } }) => answerQuestion(ctx, input)),
  invitations: api.dprs.invitations.handler(({ input, context: { ctx } }) =>
    listDprInvitations(ctx, input),
  ),
  invite: api.dprs.invite.handler(({ input, context: { ctx } }) => inviteVendor(ctx, input)),
}
