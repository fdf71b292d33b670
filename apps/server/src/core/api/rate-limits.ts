/** Limits the requests of one key, of one session, and of the visitors of one network, in this process. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import {
  type Buckets,
  createBuckets,
  type Rate,
  type Taken,
} from '../../platform/http/token-buckets.ts'
import { type Auth, networkOf } from '../auth/service.ts'
import { fingerprintOf, looksLikeKey } from '../keys/service.ts'

type Kind = keyof Config['rateLimits']
type LimitAuth = Pick<Auth, 'readToken' | 'clientAddress'>
type Limit = { kind: Kind; rate: Rate; buckets: Buckets }

/**
 * Matches what is not limited: signed links, of whose file a reader takes many parts, and the events of
 * banks, which would count a refusal as a failed delivery.
 */
const UNLIMITED = /^\/api\/(downloads|bank)\//

/** Limits the keys that are remembered to stand. */
const MAX_KNOWN_KEYS = 10_000

/**
 * Throws too_many_requests beyond the rate of who asks, and says in every answer what is left. A bearer
 * that does not stand counts as a visitor's, and so does a key that turns out not to.
 */
export function limitRates(
  rates: Config['rateLimits'],
  auth: LimitAuth,
  now?: () => number,
): MiddlewareHandler<HttpEnv> {
  const limits = { key: limitOf('key'), session: limitOf('session'), visitor: limitOf('visitor') }
  const knownKeys = new Set<string>()

  function limitOf(kind: Kind): Limit | null {
    const rate = rates[kind]
    return rate && { kind, rate, buckets: createBuckets(rate, now) }
  }

  /** Takes from the bucket of the caller's network. Null without a limit. */
  function countVisit(c: Context, how: 'take' | 'look'): Counted | null {
    const address = auth.clientAddress(c)
    if (!limits.visitor || isLocal(address)) return null
    return { limit: limits.visitor, taken: limits.visitor.buckets[how](networkOf(address)) }
  }

  return async (c, next) => {
    if (c.req.method === 'OPTIONS' || UNLIMITED.test(c.req.path)) return await next()
    const bearer = (c.req.header('authorization') ?? '').replace(/^bearer\s+/i, '')
    if (looksLikeKey(bearer)) {
      const key = fingerprintOf(bearer)
      if (!knownKeys.has(key)) admit(c, countVisit(c, 'look'), { isSilent: true })
      const counted = limits.key && { limit: limits.key, taken: limits.key.buckets.take(key) }
      admit(c, counted)
      await next()
      if (c.res.status === UNAUTHORIZED) {
        knownKeys.delete(key)
        countVisit(c, 'take')
      } else {
        if (knownKeys.size >= MAX_KNOWN_KEYS) knownKeys.clear()
        knownKeys.add(key)
      }
      return describe(c, counted)
    }
    const claims = await auth.readToken(bearer).catch(() => null)
    const { session } = limits
    const counted = claims
      ? session && { limit: session, taken: session.buckets.take(claims.session_id) }
      : countVisit(c, 'take')
    admit(c, counted)
    await next()
    describe(c, counted)
  }
}

type Counted = { limit: Limit; taken: Taken }

const UNAUTHORIZED = 401

/** A proxy on this machine asks for all users, and so does one that the settings do not name. */
const isLocal = (address: string) =>
  address === '::1' || address === 'unknown' || /^127\./.test(address)

function admit(c: Context, counted: Counted | null, { isSilent = false } = {}): void {
  if (!counted || counted.taken.isAllowed) return
  const { limit, taken } = counted
  if (!isSilent) for (const [name, value] of headersOf(limit, taken)) c.header(name, value)
  throw new AppError('too_many_requests', { retryAfterSeconds: taken.retryAfterSeconds })
}

function describe(c: Context, counted: Counted | null): void {
  if (!counted) return
  for (const [name, value] of headersOf(counted.limit, counted.taken))
    c.res.headers.set(name, value)
}

/** Writes the fields of the IETF's draft: the quota of a window, and what is left of it. */
function headersOf({ kind, rate }: Limit, { remaining, resetSeconds }: Taken): [string, string][] {
  const window = Math.ceil(rate.burst / rate.perSecond)
  return [
    ['ratelimit-policy', `"${kind}";q=${rate.burst};w=${window}`],
    ['ratelimit', `"${kind}";r=${remaining};t=${resetSeconds}`],
  ]
}
