/** Sends the links of earlier receipts to the page, which takes the token as a fragment. */
import { Hono } from 'hono'
import type { HttpEnv } from '../../platform/http/http.ts'

export function applicationStatusRoutes(): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/application-status/:token', (c) => {
    c.header('cache-control', 'no-store')
    return c.redirect(`/business-under-review#${encodeURIComponent(c.req.param('token'))}`, 303)
  })
}
