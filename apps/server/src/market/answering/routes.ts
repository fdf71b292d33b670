import { api } from '../../core/api/service.ts'
import { endAnswering } from '../negotiation/service.ts'
import { getAnswering, setAnswering, stopAnswering } from './service.ts'

const { answering } = api

export const answeringRoutes = {
  get: answering.get.handler(({ input, context: { ctx } }) => getAnswering(ctx, input)),
  set: answering.set.handler(({ input, context: { ctx } }) => setAnswering(ctx, input)),
  stop: answering.stop.handler(({ input, context: { ctx } }) => stopAnswering(ctx, input)),
  endInConversation: answering.endInConversation.handler(({ input, context: { ctx } }) =>
    endAnswering(ctx, input.conversationId),
  ),
}
