/** What travels outside the typed API: the contract as PDF. */
import { Hono } from 'hono'
import { asCaller, readBearer } from '../../api.ts'
import type { Platform } from '../../platform/context.ts'
import type { HttpEnv } from '../../platform/http.ts'
import type { Auth } from '../auth/service.ts'
import { contractPdf } from './document.ts'

export function contractFileRoutes(platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/contracts/:id/contract.pdf', async (c) => {
    const session = await readBearer(auth, c.req.header('authorization'))
    const contractId = c.req.param('id')
    const pdf = await asCaller(platform, session, (ctx) => contractPdf(ctx, contractId))
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${contractId}-contract.pdf"`,
      'cache-control': 'private, no-store',
    })
  })
}
