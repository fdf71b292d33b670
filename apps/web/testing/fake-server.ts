/** Stands in for the network of a page: the API as RPC, accounts, the event stream, and being away. */
import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { BatchHandlerPlugin } from '@orpc/server/plugins'
import { contract } from '@semblance/contract'
import type { Config } from '@/lib/api/config.ts'
import { badInput, currentApi, type FakeApi } from './fake-api.ts'
import { procedures } from './procedures.ts'
import { profileOf, sessionOf, type Viewer } from './viewers.ts'

/** Answers requests that every page sends. */
export const config: Config = {
  supabaseUrl: location.origin,
  supabaseKey: 'key',
  minPasswordLength: 6,
  support: { email: 'desk@support.test', phone: null },
  sampleData: true,
  captcha: null,
}

const realFetch = globalThis.fetch

const handler = new RPCHandler(router(), {
  clientInterceptors: [
    async ({ path, input, next }) => {
      requireApi().record(path.join('.'), input)
      try {
        return await next()
      } catch (error) {
        throw badInput(error)
      }
    },
  ],
  plugins: [new BatchHandlerPlugin({ maxSize: 50 })],
})

/** Implements each procedure of the contract by the answers of the running test. */
function router() {
  // biome-ignore lint/suspicious/noExplicitAny: the router has the shape of the contract.
  const made: any = {}
  for (const name of procedures.keys()) {
    const keys = name.split('.')
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const implementer = keys.reduce<any>((part, key) => part[key], implement(contract))
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const parent = keys.slice(0, -1).reduce<any>((part, key) => (part[key] ??= {}), made)
    parent[keys.at(-1)!] = implementer.handler(({ input }: { input: unknown }) =>
      requireApi().run(name, input),
    )
  }
  return made
}

function requireApi(): FakeApi {
  const api = currentApi()
  if (!api) throw new Error('The page called the API after its test had ended.')
  return api
}

let viewer: Viewer | null = null

/** Says who holds the session that the account server knows. */
export const setViewer = (next: Viewer | null) => {
  viewer = next
}

/** Replaces fetch for calls to the server; the application's files are still loaded. */
export function installFakeServer(): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, origin } = new URL(request.url)
    const isOurs =
      origin === location.origin &&
      /^\/(api|auth\/v1|rest\/v1|healthz|config\.json|\.well-known\/semblance)/.test(pathname)
    const api = currentApi()
    if (!isOurs || !api) return await realFetch(input, init)
    if (api.connection === 'offline') throw new TypeError('Failed to fetch')
    if (api.connection === 'unreachable') return new Response(null, { status: 503 })
    if (pathname === '/api/events') return eventStream(api, request.signal)
    request.signal.throwIfAborted()
    api.waiting += 1
    const answered = answer(api, request).finally(() => {
      api.waiting -= 1
    })
    return await Promise.race([answered, rejectOnAbort(request.signal)])
  }
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

async function answer(api: FakeApi, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const named = await api.runHttp(request)
  if (named) return named
  const { matched, response } = await handler.handle(request, { prefix: '/api/rpc' })
  if (matched) return response
  if (pathname === '/healthz') return new Response('ok')
  const known = accountAnswer(request.method, pathname)
  if (known) return known
  api.faults.push(
    `The page asked for ${request.method} ${pathname}, for which the test has no answer: api.answerHttp({ '${request.method} ${pathname}': … })`,
  )
  return Response.json({ message: 'No answer in this test' }, { status: 500 })
}

/** Answers as the account server does where a test says nothing else. */
function accountAnswer(method: string, pathname: string): Response | null {
  const refused = () =>
    Response.json({ code: 'PGRST301', message: 'No session in this test' }, { status: 401 })
  switch (`${method} ${pathname}`) {
    case 'GET /rest/v1/profiles':
      return viewer ? Response.json(profileOf(viewer)) : refused()
    case 'GET /rest/v1/user_roles':
      return viewer ? Response.json(viewer.roles.map((role) => ({ role }))) : refused()
    case 'GET /auth/v1/user':
      return viewer ? Response.json(sessionOf(viewer).user) : refused()
    case 'GET /auth/v1/settings':
      return Response.json({ external: {} })
    case 'GET /config.json':
      return Response.json(config)
    case 'POST /auth/v1/logout':
      return new Response(null, { status: 204 })
    default:
      return null
  }
}

function eventStream(api: FakeApi, signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stop = api.onEvent((event) =>
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`)),
      )
      signal.addEventListener('abort', () => {
        stop()
        controller.error(signal.reason)
      })
    },
    cancel: () => stop(),
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}
