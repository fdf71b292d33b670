/** What travels outside the typed API: the contract as PDF. */
import { Hono } from 'hono'
import { answerPdf } from '../../pdf-answer.ts'
import type { Platform } from '../../platform/context.ts'
import type { HttpEnv } from '../../platform/http.ts'
import type { Auth } from '../auth/service.ts'
import { contractPdf } from './document.ts'

export const contractFileRoutes = (platform: Platform, auth: Pick<Auth, 'verify'>) =>
  new Hono<HttpEnv>().get('/contracts/:id/contract.pdf', (c) => {
    const id = c.req.param('id')
    return answerPdf(c, { platform, auth }, `${id}-contract.pdf`, (ctx) => contractPdf(ctx, id))
  })
