/** Answers a method that an address does not take. */
import type { Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { AppError } from './errors.ts'
import type { HttpEnv } from './http.ts'

/** Names an address of the API, with `:name` for its parameters, and a method that it takes. */
export type Address = { method: string; path: string }

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Keeps an address of its own, such as /offers/sent, from being read as /offers/:offerId by the methods
 * that it does not take. Comes before the procedures.
 */
export function keepApart(http: Hono<HttpEnv>, procedures: readonly Address[]): void {
  const fixed = procedures.filter(({ path }) => !path.includes('/:'))
  const others = procedures.filter(({ path }) => path.includes('/:')).map(patternOf)
  for (const [path, own] of Map.groupBy(fixed, (one) => one.path)) {
    if (!others.some((pattern) => pattern.test(path))) continue
    const taken = own.map(({ method }) => method)
    http.all(path, async (c, next) => {
      const { method } = c.req
      if (!taken.includes(method === 'HEAD' ? 'GET' : method)) refuse(c, taken)
      await next()
    })
  }
}

/**
 * Ends what is below /api: throws method_not_allowed, with the header Allow, at an address that takes
 * other methods, and not_found at any other. Comes after all routes of `http`; `procedures` are the
 * addresses that it does not list.
 */
export function refuseUnknown(http: Hono<HttpEnv>, procedures: readonly Address[]): void {
  let known: TrieRouter<true> | undefined
  http.all('/api/*', (c) => {
    known ??= routerOf([...http.routes.filter(isOfApi), ...procedures])
    const router = known
    const taken = methods.filter((method) => router.match(method, c.req.path)[0].length > 0)
    if (taken.length === 0) throw new AppError('not_found')
    refuse(c, taken)
  })
}

function refuse(c: Context, taken: readonly string[]): never {
  c.header('allow', taken.flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : [one])).join(', '))
  throw new AppError('method_not_allowed')
}

const isOfApi = ({ method, path }: Address) => method !== 'ALL' && path.startsWith('/api/')

function routerOf(addresses: readonly Address[]): TrieRouter<true> {
  const router = new TrieRouter<true>()
  for (const { method, path } of addresses) router.add(method, path, true)
  return router
}

const patternOf = ({ path }: Address) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
