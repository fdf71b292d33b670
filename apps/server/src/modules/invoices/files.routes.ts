/** What travels outside the typed API: invoices, statements and credit notes as PDF. */
import { Hono } from 'hono'
import { asCaller, readBearer } from '../../api.ts'
import type { Platform } from '../../platform/context.ts'
import type { HttpEnv } from '../../platform/http.ts'
import type { Auth } from '../auth/service.ts'
import { invoicePdf } from './document.ts'

export function invoiceFileRoutes(platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/invoices/:file{.+\\.pdf}', async (c) => {
    const session = await readBearer(auth, c.req.header('authorization'))
    const number = c.req.param('file').replace(/\.pdf$/, '')
    const pdf = await asCaller(platform, session, (ctx) => invoicePdf(ctx, number))
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${number}.pdf"`,
      'cache-control': 'private, no-store',
    })
  })
}
