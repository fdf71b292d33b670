/** Documents outside the typed API: fetched by signed link. */
import { Hono } from 'hono'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { sendDocument } from './documents.ts'

export function documentFileRoutes(platform: Platform): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/downloads/documents/:token', (c) =>
    sendDocument(platform, { request: c.req.raw, token: c.req.param('token') }),
  )
}
