/** Vite for the development loop: the two documents, hot reload, and the API server behind a proxy. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connect, createServer, type Plugin, type ViteDevServer } from 'vite'
import type { ApiServer } from './api-server.ts'

const webRoot = join(import.meta.dirname, '../../apps/web')

/** Addresses that the API server answers; all others are files or pages of the application. */
const API_PATHS =
  /^\/(api|auth\/v1|rest\/v1|config\.json|healthz|readyz|\.well-known|log|ns\/odrl\/1|licenses\/[\da-f-]+\.jsonld|unsubscribe|application-status|dev\/mailbox)(\/|\?|$)/

const POLL_MS = 25

type Options = { port: number; apiPort: number; publicUrl: string; api: Pick<ApiServer, 'state'> }

export async function startWebServer(options: Options): Promise<ViteDevServer> {
  const server = await createServer({
    root: webRoot,
    configFile: join(webRoot, 'vite.config.ts'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [devDocuments(options.publicUrl), holdDuringRestart(options.api)],
    server: {
      port: options.port,
      strictPort: true,
      proxy: { [API_PATHS.source]: `http://localhost:${options.apiPort}` },
    },
  })
  return await server.listen()
}

/** Serves the landing page at `/`, and fills the placeholders that the server fills in production. */
function devDocuments(publicUrl: string): Plugin {
  return {
    name: 'dev-documents',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/(?=\?|$)/, '/landing.html')
        next()
      })
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replaceAll('__CSP_NONCE__', 'dev').replaceAll('__PUBLIC_URL__', publicUrl),
    },
  }
}

/** Lets calls of the API wait while the server restarts; after a crash they get a 503. */
function holdDuringRestart(api: Options['api']): Plugin {
  const hold: Connect.NextHandleFunction = async (request, response, next) => {
    if (!API_PATHS.test(request.url ?? '')) return next()
    while (api.state() === 'starting') await sleep(POLL_MS)
    if (api.state() === 'up') return next()
    response.writeHead(503).end('The API server does not run. Its terminal says why.')
  }
  return {
    name: 'hold-during-restart',
    configureServer: (server) => {
      server.middlewares.use(hold)
    },
  }
}
