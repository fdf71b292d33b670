/** The built web application: hashed assets for a year; the landing page at its address, the application at every other. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './http.ts'

const distDir = join(import.meta.dirname, '../../../../web/dist')

const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'
const SHORT_CACHE = 'public, max-age=3600'

/** Matches the names that Vite gives to workers' scripts. */
const WORKER = /^\/assets\/[\w.-]+\.worker-[\w-]+\.js$/

/** A worker goes by the policy of its own script; of all scripts, these alone run WebAssembly. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

export function webApp(publicUrl: string): MiddlewareHandler<HttpEnv> {
  const files = existsSync(distDir)
    ? serveStatic<HttpEnv>({ root: distDir, precompressed: true })
    : null
  const landing = readDocument('landing.html', publicUrl)
  const application = readDocument('index.html', publicUrl)
  const scriptsOf = readPages()
  return async (c) => {
    if (/\.\w+$/.test(c.req.path) && !/^\/(index|landing)\.html$/.test(c.req.path)) {
      const found = await files?.(c, async () => {})
      if (!found) return c.notFound()
      found.headers.set(
        'cache-control',
        c.req.path.startsWith('/assets/') ? IMMUTABLE_CACHE : SHORT_CACHE,
      )
      if (WORKER.test(c.req.path)) found.headers.set('content-security-policy', WORKER_POLICY)
      return found
    }
    const scripts = scriptsOf(c.req.path)
    const page =
      c.req.path === '/'
        ? landing
        : application?.replace('</head>', () => `${preloads(scripts ?? [])}</head>`)
    if (!page) return c.text('The web application is not built. Start with: npm start', 503)
    c.header('cache-control', 'no-cache')
    return c.html(page.replaceAll('__CSP_NONCE__', c.var.nonce), scripts ? 200 : 404)
  }
}

const preloads = (scripts: string[]): string =>
  scripts.map((name) => `<link rel="modulepreload" crossorigin href="${name}">`).join('')

/** Returns the scripts of the page at an address, to be fetched with the application; undefined: no page has it. */
function readPages(): (path: string) => string[] | undefined {
  const file = join(distDir, 'pages.json')
  const pages = existsSync(file)
    ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>)
    : []
  const known = pages.map(([path, files]) => ({
    path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    scripts: files,
  }))
  return (path) => known.find((page) => page.path.test(path))?.scripts
}

function readDocument(name: string, publicUrl: string): string | null {
  const file = join(distDir, name)
  if (!existsSync(file)) return null
  return readFileSync(file, 'utf8').replaceAll('__PUBLIC_URL__', publicUrl)
}
