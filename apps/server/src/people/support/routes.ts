import { api, signedIn, staffOnly } from '../../core/api/service.ts'
import { assignTicket, listTeam } from './assignment.ts'
import { listReceived, readReceived, replyToTicket } from './received.ts'
import * as service from './service.ts'

const routes = api.support

export const supportRoutes = {
  open: routes.open.handler(({ input, context: { ctx, ...caller } }) =>
    service.openTicket(ctx, caller, input),
  ),
  list: routes.list.handler(({ input, context: { ctx } }) =>
    service.listOwnTickets(ctx, signedIn(ctx), input),
  ),
  get: routes.get.handler(({ input, context: { ctx } }) =>
    service.readOwnTicket(ctx, signedIn(ctx), input.ticketId),
  ),
  messages: routes.messages.handler(({ input, context: { ctx } }) => {
    signedIn(ctx)
    return service.listMessages(ctx, input)
  }),
  received: routes.received.handler(({ input, context: { ctx } }) => listReceived(ctx, input)),
  getReceived: routes.getReceived.handler(({ input, context: { ctx } }) =>
    readReceived(ctx, input.ticketId),
  ),
  reply: routes.reply.handler(({ input, context: { ctx } }) => replyToTicket(ctx, input)),
  followUp: routes.followUp.handler(({ input, context: { ctx, ...caller } }) =>
    service.followUp(ctx, caller, signedIn(ctx), input),
  ),
  escalate: routes.escalate.handler(({ input, context: { ctx, ...caller } }) =>
    service.escalateTicket(ctx, caller, signedIn(ctx), input),
  ),
  staff: {
    queue: routes.staff.queue.handler(({ input, context: { ctx } }) => {
      return service.listQueue(ctx, staffOnly(ctx), input)
    }),
    get: routes.staff.get.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return service.readTicket(ctx, input.ticketId)
    }),
    answer: routes.staff.answer.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return service.answerTicket(ctx, input)
    }),
    team: routes.staff.team.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return listTeam(ctx, input)
    }),
    assign: routes.staff.assign.handler(({ input, context: { ctx } }) =>
      assignTicket(ctx, staffOnly(ctx), input),
    ),
    close: routes.staff.close.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return service.closeTicket(ctx, input.ticketId)
    }),
  },
}
