/** The built web application: hashed assets for a year, everything else the one page. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './http.ts'

const distDir = join(import.meta.dirname, '../../../web/dist')

const FOR_GOOD = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'

export function webApp(): MiddlewareHandler<HttpEnv> {
  const files = serveStatic<HttpEnv>({ root: distDir, precompressed: true })
  const indexFile = join(distDir, 'index.html')
  const page = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : null
  return async (c) => {
    if (/\.\w+$/.test(c.req.path) && c.req.path !== '/index.html') {
      const found = await files(c, async () => {})
      if (!found) return c.notFound()
      found.headers.set('cache-control', c.req.path.startsWith('/assets/') ? FOR_GOOD : FOR_AN_HOUR)
      return found
    }
    if (page === null) return c.text('The web application is not built. Start with: npm start', 503)
    c.header('cache-control', 'no-cache')
    return c.html(page.replaceAll('__CSP_NONCE__', c.var.nonce))
  }
}
