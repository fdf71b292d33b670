import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { type Presented, verifyForSession, verifyLink } from '../accounts/verification.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { allowedRedirect, withFragment, withQuery } from '../sign-in/redirects.ts'
import type { WireSession } from '../sign-in/sessions.ts'
import { PKCE_PREFIX } from '../tokens/one-time-tokens.ts'
import { callerOf, emailField, logOf, phoneField, readBody, wireError } from './transport.ts'

const body = z.object({
  type: z.string({ error: 'Verify requires a verification type' }),
  token_hash: z.string().nullish(),
  token: z.string().nullish(),
  email: emailField.nullish(),
  phone: phoneField.nullish(),
})

const HALF_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export function verifyRoutes(app: Hono, { ctx }: Auth): void {
  app.post('/verify', async (c) => {
    const presented = presentedOf(await readBody(c, body))
    const caller = callerOf(c, ctx)
    await enforceLimit(ctx, 'verify', caller.ip)
    const result = await verifyForSession(ctx, presented, caller)
    return c.json(result.half ? { msg: HALF_CONFIRMED, code: '200' } : result.session)
  })

  app.get('/verify', async (c) => {
    if (c.req.method === 'HEAD') return c.body(null) // a mail scanner's look may not use the link up
    return c.redirect(await followLink(c, ctx), 303)
  })
}

/** Either the token of a link, or an address with the code that was sent there. */
function presentedOf(input: z.infer<typeof body>): Presented {
  const { type, token_hash: token, token: code, email, phone } = input
  const recipient = email ?? phone
  if (token && !code && !recipient) return { type, token }
  if (code && recipient && !token) return { type, code, recipient }
  throw new AuthError('validation_failed', {
    message: 'Verify requires either a token_hash alone, or a token with an email or a phone',
  })
}

/** Redeems a mailed link. Returns the URL to redirect to, which also carries any error. */
async function followLink(c: Context, ctx: Auth['ctx']): Promise<string> {
  const { token = '', type = '' } = c.req.query()
  const target = allowedRedirect(ctx.publicUrl, c.req.query('redirect_to'))
  const isPkce = token.startsWith(PKCE_PREFIX)
  try {
    const caller = callerOf(c, ctx)
    await enforceLimit(ctx, 'verify', caller.ip)
    const result = await verifyLink(ctx, { token, type }, caller)
    if (result.half) {
      const values = { message: HALF_CONFIRMED }
      return isPkce ? withQuery(withFragment(target, values), values) : withFragment(target, values)
    }
    if ('code' in result) return withQuery(target, { code: result.code })
    return withFragment(target, { ...sessionValues(result.session), type })
  } catch (error) {
    return withErrors(target, wireError(error, logOf(c, ctx.log)), isPkce)
  }
}

/**
 * Returns the address with the error in its fragment, and in its query if `alsoInQuery` is true.
 */
export function withErrors(
  target: string,
  fault: { code: string; message: string; status: number },
  alsoInQuery: boolean,
): string {
  const values = {
    error: fault.status >= 500 ? 'server_error' : 'access_denied',
    error_code: fault.code,
    error_description: fault.message,
  }
  const told = withFragment(target, values)
  return alsoInQuery ? withQuery(told, values) : told
}

export const sessionValues = (session: WireSession) => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  refresh_token: session.refresh_token,
  token_type: session.token_type,
})
