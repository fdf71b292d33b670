/** What travels outside the typed API: the proposal as PDF. */
import { Hono } from 'hono'
import { asCaller, readBearer } from '../../api.ts'
import type { Platform } from '../../platform/context.ts'
import type { HttpEnv } from '../../platform/http.ts'
import type { Auth } from '../auth/service.ts'
import { proposalPdf } from './proposal.ts'

export function offerFileRoutes(platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/offers/:id/proposal.pdf', async (c) => {
    const session = await readBearer(auth, c.req.header('authorization'))
    const offerId = c.req.param('id')
    const pdf = await asCaller(platform, session, (ctx) => proposalPdf(ctx, offerId))
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${offerId}-proposal.pdf"`,
      'cache-control': 'private, no-store',
    })
  })
}
