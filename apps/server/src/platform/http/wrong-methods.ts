/** Answers a method that an address does not take. */
import type { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { AppError } from './errors.ts'
import type { HttpEnv } from './http.ts'

/** Names an address of the API, with `:name` for its parameters, and a method that it takes. */
export type Address = { method: string; path: string }

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

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
    c.header('allow', taken.flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : [one])).join(', '))
    throw new AppError('method_not_allowed')
  })
}

const isBelow = (path: string) => path.startsWith('/api/')
