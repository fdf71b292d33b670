/** Lets a client keep an answer, and ask whether it is still the same. */
import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { etag } from 'hono/etag'

/**
 * Marks what GET answers with a weak ETag, and answers 304 to a client that has it. Reads an answer whole:
 * not for streams and files, which have ETags of their own.
 */
export const validateReads = (): MiddlewareHandler => every(etag({ weak: true }), keepPrivate)

/** Has only the client keep an answer, which depends on who asks, and only to ask about it. */
const keepPrivate: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return
  const { headers } = c.res
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  headers.append('vary', 'authorization')
}
