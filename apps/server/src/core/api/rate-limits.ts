/** Limits the requests of one key, of one session, and of the visitors of one network, in this process. */
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { presentedKeyId } from '../../platform/http/request-facts.ts'
import {
  type Buckets,
  createBuckets,
  type Rate,
  type Taken,
} from '../../platform/http/token-buckets.ts'
import { type Auth, networkOf } from '../auth/service.ts'
import { fingerprintOf, isWellFormedKey } from '../keys/service.ts'

type Kind = keyof Config['rateLimits']
type LimitAuth = Pick<Auth, 'readToken' | 'clientAddress'>
type Limit = { kind: Kind; rate: Rate; buckets: Buckets }

/**
 * Matches what is not limited: signed links, of whose file a reader takes many parts, and what banks and
 * the operator's mail server report, of which a refusal would count as failed or come again.
 */
const UNLIMITED = /^\/api\/(downloads\/|bank\/|mail\/reports$)/

/** Limits the keys that are remembered to stand; the one that was used longest ago is forgotten first. */
const MAX_KNOWN_KEYS = 10_000

/**
 * Throws too_many_requests beyond the rate of who asks, and says in every answer what is left. A bearer
 * that the database has not confirmed counts as a visitor's: a text that looks like a key, a key that does
 * not stand, and one in a request that looks up no caller.
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
  function countVisit(c: Context): Counted | null {
    const address = auth.clientAddress(c)
    return isLocal(address) ? null : count(limits.visitor, networkOf(address))
  }

  function remember(key: string): void {
    knownKeys.delete(key)
    knownKeys.add(key)
    const [oldest] = knownKeys
    if (oldest !== undefined && knownKeys.size > MAX_KNOWN_KEYS) knownKeys.delete(oldest)
  }

  /** Counts a key for itself, and until it is confirmed as a visitor, who gets the visit back if it is. */
  async function limitKey(c: Context, key: string, next: Next): Promise<void> {
    const visit = knownKeys.has(key) ? null : countVisit(c)
    admit(c, visit)
    const counted = count(limits.key, key)
    admit(c, counted)
    await next()
    if (c.res.status === UNAUTHORIZED) knownKeys.delete(key)
    else if (presentedKeyId() !== undefined) {
      visit?.limit.buckets.putBack(visit.subject)
      remember(key)
      return describe(c, counted)
    }
    describe(c, visit ?? counted)
  }

  return async (c, next) => {
    if (c.req.method === 'OPTIONS' || UNLIMITED.test(c.req.path)) return await next()
    const bearer = (c.req.header('authorization') ?? '').replace(/^bearer\s+/i, '')
    if (isWellFormedKey(bearer)) return await limitKey(c, fingerprintOf(bearer), next)
    const claims = await auth.readToken(bearer).catch(() => null)
    const counted = claims ? count(limits.session, claims.session_id) : countVisit(c)
    admit(c, counted)
    await next()
    describe(c, counted)
  }
}

type Counted = { limit: Limit; subject: string; taken: Taken }

/** Takes from the bucket of a subject. Null without a limit. */
const count = (limit: Limit | null, subject: string): Counted | null =>
  limit && { limit, subject, taken: limit.buckets.take(subject) }

const UNAUTHORIZED = 401

/** A proxy on this machine asks for all users, and so does one that the settings do not name. */
const isLocal = (address: string) =>
  address === '::1' || address === 'unknown' || /^127\./.test(address)

function admit(c: Context, counted: Counted | null): void {
  if (!counted || counted.taken.isAllowed) return
  const { limit, taken } = counted
  for (const [name, value] of headersOf(limit, taken)) c.header(name, value)
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
