/** Adds to every answer a request ID, a log line, security headers, and errors that reveal no secrets. */
import { randomUUID } from 'node:crypto'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { errors } from '@semblance/contract'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { sql } from 'kysely'
import { type Database, system } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { requestSeconds, unexpectedErrors } from '../process/metrics.ts'
import { onBehalfOf, parseRequestId } from '../process/request-ids.ts'
import { errorBody } from './error-body.ts'
import { AppError, fromDatabaseError } from './errors.ts'
import { answerForFault } from './fault-answers.ts'

export type HttpEnv = {
  Variables: { requestId: string; log: Log; nonce: string }
  /** Holds Node's own request and answer. Absent if the application is called without a socket. */
  Bindings: HttpBindings | Http2Bindings | undefined
}

/** The token in a download's address is as good as a password while it lasts. */
const PATH_TOKEN = /^(\/(?:api\/downloads|unsubscribe|application-status))\/.+/

/** Returns a path as logs may have it. */
export const loggedPath = (path: string) => path.replace(PATH_TOKEN, '$1/[masked]')

export function requestLog(log: Log): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const requestId = parseRequestId(c.req.header('x-request-id')) ?? randomUUID()
    c.set('requestId', requestId)
    c.set('log', log)
    c.header('x-request-id', requestId)
    const start = performance.now()
    await onBehalfOf(requestId, async () => {
      await next()
      const { status } = c.res
      const ms = performance.now() - start
      requestSeconds.observe({ kind: kindOf(c.req.path), status: String(status) }, ms / 1000)
      const line = {
        method: c.req.method,
        path: loggedPath(c.req.path),
        status,
        ms: Math.round(ms),
      }
      log[isUnexplained(c.res) ? 'error' : 'info'](line, 'request')
    })
  }
}

/** Returns true if no incident's line in the log explains the status. */
const isUnexplained = ({ status, headers }: Response) =>
  status >= 500 && status !== STORAGE_FULL && !(status === 503 && headers.has('retry-after'))

const STORAGE_FULL = errors.storage_full.status

/** Returns a kind of addresses, of which there are few: a label per address would grow without end. */
function kindOf(path: string): string {
  if (path.startsWith('/api/rpc/')) return 'rpc'
  return /^\/(api|auth|rest|healthz|readyz)(\/|$)/.exec(path)?.[1] ?? 'page'
}

/**
 * Sets the security headers. `scriptHosts` lists further origins of scripts and frames, such as a
 * captcha's.
 */
export function securityHeaders(
  publicUrl: string,
  scriptHosts: readonly string[] = [],
): MiddlewareHandler<HttpEnv> {
  const secure = publicUrl.startsWith('https:')
  const guests = scriptHosts.map((host) => ` ${host}`).join('')
  return async (c, next) => {
    const nonce = randomUUID()
    c.set('nonce', nonce)
    await next()
    const policy = [
      "default-src 'none'",
      `script-src 'self'${guests}`,
      `style-src 'self' 'nonce-${nonce}'${guests}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "manifest-src 'self'",
      `connect-src 'self'${guests}`,
      `frame-src ${guests.trim() || "'none'"}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]
    const headers = c.res.headers
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', policy.join('; '))
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    if (secure) headers.set('strict-transport-security', 'max-age=31536000')
  }
}

/** Hono's limit, for requests with a body: without one it would rebuild the request, which Node refuses for DELETE. */
export function limitBody(options: Parameters<typeof bodyLimit>[0]): MiddlewareHandler {
  const limit = bodyLimit(options)
  return async (c, next) => {
    const hasBody = c.req.header('content-length') ?? c.req.header('transfer-encoding')
    return hasBody ? await limit(c, next) : await next()
  }
}

export function errorAnswer(error: Error, c: Context<HttpEnv>): Response {
  const known = knownError(error, c.var.log)
  if (known) {
    if (known.retryAfterSeconds) c.header('retry-after', String(known.retryAfterSeconds))
    return c.json(errorBody(known, known.detail, c.var.requestId), known.status as 400)
  }
  if (error instanceof HTTPException) return error.getResponse()
  unexpectedErrors.inc()
  c.var.log.error({ err: error }, 'unexpected error')
  return c.json(errorBody({ code: 'internal', ...errors.internal }, null, c.var.requestId), 500)
}

function knownError(error: Error, log: Log): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException)
    return error.status === errors.too_large.status
      ? new AppError('too_large', { message: 'This request is larger than the limit.' })
      : null
  return fromDatabaseError(error) ?? answerForFault(error, log)
}

/** Returns why the server must get no requests now, or null. */
export type Unready = () => string | null

/**
 * Answers /healthz, which asks nothing but the process, and /readyz, which asks the database and the
 * job queue as well.
 */
export function healthRoutes(db: Database, unready: Unready = () => null): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const status = unready()
      if (status !== null) return c.json({ status }, 503)
      try {
        await db.transaction(system, (tx) => sql`select app.queue_is_ready()`.execute(tx))
        return c.json({ status: 'ready' })
      } catch (error) {
        if (!answerForFault(error, c.var.log)) c.var.log.warn({ err: error }, 'not ready')
        c.header('retry-after', String(errors.database_unavailable.retryAfterSeconds))
        return c.json({ status: 'unavailable' }, 503)
      }
    })
}
