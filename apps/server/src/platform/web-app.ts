/** The built web application: hashed assets for a year, everything else the one page. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './http.ts'

const distDir = join(import.meta.dirname, '../../../web/dist')

export function webApp(): MiddlewareHandler<HttpEnv> {
  const files = serveStatic<HttpEnv>({
    root: relative(process.cwd(), distDir),
    precompressed: true,
    onFound: (_path, c) => {
      const hashed = c.req.path.startsWith('/assets/')
      c.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
  const page = existsSync(join(distDir, 'index.html'))
    ? readFileSync(join(distDir, 'index.html'), 'utf8')
    : null
  return async (c, next) => {
    if (/\.\w+$/.test(c.req.path) && c.req.path !== '/index.html') {
      const found = await files(c, next)
      return found ?? c.notFound()
    }
    if (page === null) return c.text('The web application is not built. Run: npm run build', 503)
    c.header('cache-control', 'no-cache')
    return c.html(page.replaceAll('__CSP_NONCE__', c.var.nonce))
  }
}
