import { gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { every } from 'hono/combine'
import { compress } from 'hono/compress'
import type { HttpEnv } from './http.ts'

/** Below this, compression saves no packet. In bytes. */
const MIN_BYTES = 1024
/** Larger answers are compressed as a stream, so that others do not wait for them. In bytes. */
const MAX_AT_ONCE_BYTES = 128 * 1024
const LEVEL = 1

/**
 * Compresses answers for clients that accept gzip. Answers of the API are made whole, so they are compressed at once,
 * which takes a fifth of a stream's CPU time, or not at all if they are small; all others as a stream.
 */
export function compressAnswers(): MiddlewareHandler<HttpEnv> {
  return every(compress({ threshold: MIN_BYTES }), compressJson)
}

/** States the length of what it leaves to the stream, which leaves short answers as they are. */
const compressJson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!isWhole(headers) || !c.res.body || c.req.method === 'HEAD') return
  const bytes = new Uint8Array(await c.res.arrayBuffer())
  const isZipped = bytes.length >= MIN_BYTES && bytes.length <= MAX_AT_ONCE_BYTES && acceptsGzip(c)
  const body = isZipped ? gzipSync(bytes, { level: LEVEL }) : bytes
  c.res = new Response(body, c.res)
  c.res.headers.set('content-length', String(body.length))
  if (!isZipped) return
  c.res.headers.set('content-encoding', 'gzip')
  c.res.headers.append('vary', 'accept-encoding')
}

function acceptsGzip(c: Context): boolean {
  const supports = ['gzip', 'identity']
  return accepts(c, { header: 'Accept-Encoding', supports, default: 'identity' }) === 'gzip'
}

/** Returns true for JSON made for this request: files state their length, or forbid a change of their bytes. */
function isWhole(headers: Headers): boolean {
  return (
    headers.get('content-type')?.startsWith('application/json') === true &&
    !headers.has('content-length') &&
    !headers.has('content-encoding') &&
    !headers.get('cache-control')?.includes('no-transform')
  )
}
