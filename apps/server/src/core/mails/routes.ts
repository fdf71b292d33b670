import { api, staffOnly } from '../api/service.ts'
import * as service from './service.ts'

const routes = api.mails

export const mailRoutes = {
  list: routes.list.handler(({ input, context: { ctx } }) => {
    staffOnly(ctx)
    return service.listMails(ctx, input)
  }),
  open: routes.open.handler(({ input, context: { ctx } }) =>
    service.openMail(ctx, staffOnly(ctx), input.id),
  ),
  sendAgain: routes.sendAgain.handler(({ input, context: { ctx } }) =>
    service.sendAgain(ctx, staffOnly(ctx), input.id),
  ),
}
