/**
 * Defines the shared parts of all endpoints of the Auth protocol: CORS, bodies, callers and the
 * shape of errors.
 */
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { answerForFault } from '../../../platform/http/fault-answers.ts'
import { limitBody } from '../../../platform/http/http.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { AuthContext, Caller, Session } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { clientAddress } from '../sign-in/client-address.ts'
import type { AccessClaims } from '../tokens/access-tokens.ts'
import type { LinkRequest } from '../tokens/one-time-tokens.ts'
import { isServiceKey } from '../tokens/service-role.ts'

const API_VERSION = '2024-01-01'
const MAX_BODY_BYTES = 1024 * 1024

export const shared: MiddlewareHandler[] = [
  // Any origin: the protocol carries its credentials in headers, never in cookies.
  cors({
    origin: '*',
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: [
      'Retry-After',
      'X-Supabase-Api-Version',
      'X-Total-Count',
      'Link',
      'Content-Range',
      'x-sb-error-code',
    ],
    maxAge: 86_400,
  }),
  limitBody({
    maxSize: MAX_BODY_BYTES,
    onError: (c) => {
      c.header('Connection', 'close') // the rest of the body stays unread
      throw new AuthError('request_entity_too_large')
    },
  }),
  async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  },
]

/** Parses the JSON body; an empty one is an empty object, and unknown members are let pass. */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  const text = await c.req.text()
  let body: unknown
  try {
    body = text.trim() ? JSON.parse(text) : {}
  } catch {
    throw new AuthError('bad_json')
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success) {
    throw new AuthError('validation_failed', { message: parsed.error.issues[0]!.message })
  }
  return parsed.data
}

/** Parses an address into lower case, as stored. */
export const emailField = z
  .string({ error: 'An email address is required' })
  .trim()
  .toLowerCase()
  .max(320, 'Unable to validate email address: too long')
  .pipe(z.email('Unable to validate email address: invalid format'))

/** Parses a number into E.164 without the plus sign, as stored. */
export const phoneField = z
  .string()
  .transform((text) => text.replaceAll(/[\s().-]/g, '').replace(/^\+/, ''))
  .pipe(z.string().regex(/^[1-9]\d{6,14}$/, 'Invalid phone number format (E.164 required)'))

export const metadataField = z.record(z.string(), z.unknown()).nullish()

export const uuidParameter = (c: Context, name: string): string => {
  const parsed = z.uuid().safeParse(c.req.param(name))
  if (parsed.success) return parsed.data
  throw new AuthError('validation_failed', { status: 404, message: `${name} must be an UUID` })
}

export const captchaFields = {
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
}

export const pkceFields = {
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'code challenge has to be 43 to 128 URL-safe characters')
    .nullish(),
  code_challenge_method: z.string().nullish(),
}

/**
 * Parses PKCE's challenge and method, of which both or neither are sent; `plain` is refused,
 * because it proves nothing.
 */
export function codeChallengeOf(body: {
  code_challenge?: string | null
  code_challenge_method?: string | null
}): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = body
  if (!challenge && !method) return null
  if (challenge && method?.toLowerCase() === 's256') return challenge
  throw new AuthError('validation_failed', {
    message: 'PKCE flow requires code_challenge with code_challenge_method s256',
  })
}

export function callerOf(c: Context, ctx: Pick<AuthContext, 'settings'>): Caller {
  return {
    ip: clientAddress(c, ctx.settings.trustedProxies),
    userAgent: c.req.header('User-Agent')?.slice(0, 500) ?? null,
  }
}

export function linkRequestOf(c: Context, codeChallenge: string | null): LinkRequest {
  return {
    redirectTo: c.req.query('redirect_to') ?? null,
    referer: c.req.header('Referer') ?? null,
    codeChallenge,
  }
}

export const bearerOf = (c: Context) =>
  /^bearer\s+(.*)$/i.exec(c.req.header('Authorization') ?? '')?.[1]?.trim() ?? ''

/**
 * Checks that the request carries the service key, which the admin endpoints require. Throws
 * no_authorization, not_admin.
 */
export function requireService(c: Context, { ctx }: Auth): void {
  const bearer = bearerOf(c)
  if (!bearer) throw new AuthError('no_authorization')
  if (!isServiceKey(ctx.serviceKey, bearer)) throw new AuthError('not_admin')
}

/** Returns what the bearer token claims, without a check that its session stands. */
export async function requireToken(c: Context, auth: Auth): Promise<AccessClaims> {
  const claims = await auth.readToken(bearerOf(c))
  if (!claims) throw new AuthError('bad_jwt', { message: 'missing sub claim' })
  return claims
}

export async function requireSession(c: Context, auth: Auth): Promise<Session> {
  const bearer = bearerOf(c)
  const session = await auth.verify(bearer)
  if (!session) throw new AuthError('bad_jwt', { message: 'missing sub claim' })
  return session
}

/** Returns the request's own log, which carries its ID, if the application has set one. */
export const logOf = (c: Context, log: Log): Log => (c.var as { log?: Log }).log ?? log

export function answerError(log: Log): ErrorHandler {
  return (error, c) => {
    const { code, status, message, extra, retryAfter } = wireError(error, logOf(c, log))
    c.header('x-sb-error-code', code)
    if (retryAfter) c.header('Retry-After', String(retryAfter))
    if ((c.req.header('X-Supabase-Api-Version') ?? '') >= API_VERSION) {
      c.header('X-Supabase-Api-Version', API_VERSION)
      return c.json({ code, message, ...extra }, status as 400)
    }
    return c.json({ code: status, error_code: code, msg: message, ...extra }, status as 400)
  }
}

type WireError = {
  code: string
  status: number
  message: string
  extra: object
  /** In seconds. */
  retryAfter?: number | null
}

export function wireError(error: unknown, log: Log): WireError {
  if (error instanceof AuthError) {
    const prefix = error.code === 'bad_jwt' ? 'invalid JWT: ' : ''
    const { code, status, extra, retryAfterSeconds } = error
    const message = prefix + error.message
    return { code, status, extra, message, retryAfter: retryAfterSeconds }
  }
  const refusal = refusalSchema.safeParse(error)
  if (refusal.success) return { ...refusal.data, extra: {} }
  const fault = answerForFault(error, log)
  if (fault) {
    const { code, status, message, retryAfterSeconds } = fault
    return { code, status, message, extra: {}, retryAfter: retryAfterSeconds }
  }
  log.error({ err: error }, 'auth request failed')
  return wireError(new AuthError('unexpected_failure'), log)
}

/** Describes a hook's refusal of a sign-up, in the shape of AppError. */
const refusalSchema = z.object({
  code: z.string(),
  status: z.number().int().min(400).max(499),
  message: z.string(),
})
