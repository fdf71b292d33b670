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
  const fixed = procedures.filter(({ path }) => parametersIn(path) === 0)
  for (const [path, own] of Map.groupBy(fixed, (one) => one.path)) {
    if (!procedures.some((other) => parametersIn(other.path) > 0 && matches(other, path))) continue
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
  const known = new TrieRouter<true>()
  const routes = http.routes.filter(({ method, path }) => method !== 'ALL' && isBelow(path))
  for (const { method, path } of [...routes, ...procedures]) known.add(method, path, true)
  http.all('/api/*', (c) => {
    const taken = methods.filter((method) => known.match(method, c.req.path)[0].length > 0)
    if (taken.length === 0) throw new AppError('not_found')
    refuse(c, taken)
  })
}

function refuse(c: Context, taken: readonly string[]): never {
  c.header('allow', taken.flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : [one])).join(', '))
  throw new AppError('method_not_allowed')
}

const isBelow = (path: string) => path.startsWith('/api/')

const parametersIn = (path: string) => path.split('/:').length - 1

const matches = ({ path }: Address, address: string) =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(address)
