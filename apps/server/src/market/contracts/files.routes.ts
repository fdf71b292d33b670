/** Serves what the typed API cannot: the contract as PDF. */
import { Hono } from 'hono'
import { answerPdf, type CallerAuth } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { contractPdf } from './document.ts'

export const contractFileRoutes = (platform: Platform, auth: CallerAuth) =>
  new Hono<HttpEnv>().get('/contracts/:id/contract.pdf', (c) => {
    const id = c.req.param('id')
    return answerPdf(c, { platform, auth }, `${id}-contract.pdf`, 'contracts:read', (ctx) =>
      contractPdf(ctx, id),
    )
  })
