/** Serves what the typed API cannot: the proposal as PDF. */
import { Hono } from 'hono'
import { answerPdf, type CallerAuth } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { proposalPdf } from './proposal.ts'

export const offerFileRoutes = (platform: Platform, auth: CallerAuth) =>
  new Hono<HttpEnv>().get('/offers/:id/proposal.pdf', (c) => {
    const id = c.req.param('id')
    return answerPdf(c, { platform, auth }, `${id}-proposal.pdf`, 'offers:read', (ctx) =>
      proposalPdf(ctx, id),
    )
  })
