import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { PKCE_PREFIX } from '../mail-tokens.ts'
import { enforceLimit } from '../rate-limits.ts'
import { allowedRedirect, withFragment, withQuery } from '../redirects.ts'
import type { Auth } from '../service.ts'
import type { WireSession } from '../sessions.ts'
import { verifyForSession, verifyLink } from '../verification.ts'
import { callerOf, logOf, readBody, wireError } from './transport.ts'

const body = z.object({
  type: z.string({ error: 'Verify requires a verification type' }),
  token_hash: z.string({ error: 'Verify requires a token_hash' }),
})

export function verifyRoutes(app: Hono, auth: Auth): void {
  app.post('/verify', async (c) => {
    const { token_hash: token, type } = await readBody(c, body)
    await enforceLimit(auth.ctx, 'verify', callerOf(c).ip)
    return c.json(await verifyForSession(auth.ctx, { token, type }, callerOf(c)))
  })

  app.get('/verify', async (c) => c.redirect(await followLink(c, auth), 303))
}

/** Where the browser goes next; a failure too is told there, not here. */
async function followLink(c: Context, { ctx }: Auth): Promise<string> {
  const { token = '', type = '' } = c.req.query()
  const target = allowedRedirect(ctx.publicUrl, c.req.query('redirect_to'))
  try {
    await enforceLimit(ctx, 'verify', callerOf(c).ip)
    const result = await verifyLink(ctx, { token, type }, callerOf(c))
    if ('code' in result) return withQuery(target, { code: result.code })
    return withFragment(target, sessionValues(result.session, type))
  } catch (error) {
    const { code, message, status } = wireError(error, logOf(c, ctx.log))
    const values = {
      error: status >= 500 ? 'server_error' : 'access_denied',
      error_code: code,
      error_description: message,
    }
    const withErrors = withFragment(target, values)
    return token.startsWith(PKCE_PREFIX) ? withQuery(withErrors, values) : withErrors
  }
}

const sessionValues = (session: WireSession, type: string) => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  refresh_token: session.refresh_token,
  token_type: session.token_type,
  type,
})
