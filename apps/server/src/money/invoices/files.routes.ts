/** Serves what the typed API cannot: invoices, statements and credit notes as PDF. */
import { Hono } from 'hono'
import { answerPdf, type CallerAuth } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { invoicePdf } from './document.ts'

export const invoiceFileRoutes = (platform: Platform, auth: CallerAuth) =>
  new Hono<HttpEnv>().get('/invoices/:file{.+\\.pdf}', (c) => {
    const file = c.req.param('file')
    const number = file.replace(/\.pdf$/, '')
    return answerPdf(c, { platform, auth }, file, 'invoices:read', (ctx) => invoicePdf(ctx, number))
  })
