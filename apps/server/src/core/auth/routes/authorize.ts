/** Sign-in at a provider: the browser's way there and back. */
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { system } from '../../../platform/database/db.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { requireProof } from '../sign-in/proofs.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { allowedRedirect, withFragment, withQuery } from '../sign-in/redirects.ts'
import {
  callbackUrl,
  finishOAuthFlow,
  loadOAuthFlow,
  startOAuthFlow,
} from '../sign-in/social-sign-in.ts'
import { callerOf, codeChallengeOf, logOf, requireSession, wireError } from './transport.ts'
import { sessionValues, withErrors } from './verify.ts'

/**
 * Binds the callback to the browser that started the sign-in, so that a user cannot be made to
 * finish another person's sign-in.
 */
export const VISIT_COOKIE = 'semblance-visit'
const COOKIE_SECONDS = 600

const handled = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'flow_state_id',
])

export function authorizeRoutes(app: Hono, auth: Auth): void {
  const { ctx } = auth
  app.get('/authorize', async (c) => {
    await enforceLimit(ctx, 'authorize', callerOf(c, ctx).ip)
    return c.redirect(await redirectToProvider(c, auth, null), 302)
  })

  app.get('/user/identities/authorize', async (c) => {
    const session = await requireSession(c, auth)
    if (session.awaitsSecondFactor) throw new AuthError('insufficient_aal')
    await ctx.db.transaction(system, (tx) => requireProof(tx, session))
    await enforceLimit(ctx, 'authorize', callerOf(c, ctx).ip)
    const url = await redirectToProvider(c, auth, session)
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
  })

  app.get('/callback', async (c) => {
    return c.redirect(await handleCallback(c, auth, new URL(c.req.url).searchParams), 302)
  })
  // A form comes from the provider's site, without our cookie; the GET it is sent on to has it.
  app.post('/callback', async (c) => {
    const parameters = new URLSearchParams(await c.req.text())
    return c.redirect(`${callbackUrl(ctx)}?${parameters}`, 303)
  })
}

async function redirectToProvider(
  c: Context,
  { ctx }: Auth,
  linking: { userId: string; sessionId: string } | null,
): Promise<string> {
  const query = c.req.query()
  const extras = Object.entries(query).filter(([name]) => !handled.has(name))
  const { url, browserToken } = await startOAuthFlow(ctx, {
    provider: query.provider ?? '',
    redirectTo: allowedRedirect(ctx.publicUrl, query.redirect_to, c.req.header('Referer')),
    codeChallenge: codeChallengeOf(query),
    scopes: (query.scopes ?? '').split(/[\s,]+/).filter(Boolean),
    extras: Object.fromEntries(extras),
    browserToken: getCookie(c, VISIT_COOKIE) ?? null,
    linking,
  })
  setVisitCookie(c, ctx, browserToken)
  return url
}

export function setVisitCookie(c: Context, ctx: AuthContext, browserToken: string): void {
  setCookie(c, VISIT_COOKIE, browserToken, {
    path: '/auth/v1',
    httpOnly: true,
    sameSite: 'Lax',
    secure: ctx.publicUrl.startsWith('https:'),
    maxAge: COOKIE_SECONDS,
  })
}

/**
 * Redirects to the page where the flow was to end, with the session or the error. Errors of an
 * unknown flow are sent to the site's root.
 */
async function handleCallback(
  c: Context,
  { ctx }: Auth,
  parameters: URLSearchParams,
): Promise<string> {
  let target = ctx.publicUrl
  try {
    const state = parameters.get('state') ?? undefined
    const flow = await loadOAuthFlow(ctx, state, getCookie(c, VISIT_COOKIE) ?? null)
    target = flow.redirect_to
    const refusal = parameters.get('error')
    if (refusal) {
      const message = parameters.get('error_description') ?? refusal
      throw new AuthError('bad_oauth_callback', { message: message.slice(0, 500) })
    }
    const arrival = await finishOAuthFlow(ctx, flow, parameters, callerOf(c, ctx))
    if ('code' in arrival) return withQuery(target, { code: arrival.code })
    return withFragment(target, { ...sessionValues(arrival.session), ...arrival.providerTokens })
  } catch (error) {
    return withErrors(target, wireError(error, logOf(c, ctx.log)), true)
  }
}
