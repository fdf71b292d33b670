/** What travels outside the typed API: the proposal as PDF. */
import { Hono } from 'hono'
import { answerPdf } from '../../pdf-answer.ts'
import type { Platform } from '../../platform/context.ts'
import type { HttpEnv } from '../../platform/http.ts'
import type { Auth } from '../auth/service.ts'
import { proposalPdf } from './proposal.ts'

export const offerFileRoutes = (platform: Platform, auth: Pick<Auth, 'verify'>) =>
  new Hono<HttpEnv>().get('/offers/:id/proposal.pdf', (c) => {
    const id = c.req.param('id')
    return answerPdf(c, { platform, auth }, `${id}-proposal.pdf`, (ctx) => proposalPdf(ctx, id))
  })
