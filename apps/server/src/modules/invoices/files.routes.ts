/** What travels outside the typed API: invoices, statements and credit notes as PDF. */
import { Hono } from 'hono'
import { answerPdf } from '../../pdf-answer.ts'
import type { Platform } from '../../platform/context.ts'
import type { HttpEnv } from '../../platform/http.ts'
import type { Auth } from '../auth/service.ts'
import { invoicePdf } from './document.ts'

export const invoiceFileRoutes = (platform: Platform, auth: Pick<Auth, 'verify'>) =>
  new Hono<HttpEnv>().get('/invoices/:file{.+\\.pdf}', (c) => {
    const file = c.req.param('file')
    const number = file.replace(/\.pdf$/, '')
    return answerPdf(c, { platform, auth }, file, (ctx) => invoicePdf(ctx, number))
  })
