/** Sign-in at the provider of a company: the browser's way there and back, and our SAML description. */
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { z } from 'zod'
import { domainOf } from '../company/companies.ts'
import {
  type CompanyArrived,
  finishOidcVisit,
  finishSamlVisit,
  startCompanyVisit,
  takeSamlResponse,
} from '../company/company-sign-in.ts'
import { samlMetadata } from '../company/saml-connection.ts'
import { readSamlKeys } from '../company/saml-keys.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { allowedRedirect, withFragment, withQuery } from '../sign-in/redirects.ts'
import { type Flow, loadOAuthFlow } from '../sign-in/social-sign-in.ts'
import { setVisitCookie, VISIT_COOKIE } from './authorize.ts'
import { callerOf, codeChallengeOf, logOf, pkceFields, readBody, wireError } from './transport.ts'
import { sessionValues, withErrors } from './verify.ts'

const ssoBody = z.object({
  domain: z.string({ error: 'A domain is required' }).trim().min(1).max(320),
  redirect_to: z.string().nullish(),
  ...pkceFields,
})

/** Holds the form of a key in our entity IDs, which is safe in XML and in an address. */
const KEY = /^[A-Za-z0-9-]{1,64}$/

export function ssoRoutes(app: Hono, auth: Auth): void {
  const { ctx } = auth
  app.post('/sso', async (c) => {
    await enforceLimit(ctx, 'authorize', callerOf(c, ctx).ip)
    const body = await readBody(c, ssoBody)
    const { url, browserToken } = await startCompanyVisit(ctx, {
      domain: domainOf(body.domain),
      redirectTo: allowedRedirect(
        ctx.publicUrl,
        body.redirect_to ?? undefined,
        c.req.header('Referer'),
      ),
      codeChallenge: codeChallengeOf(body),
      browserToken: getCookie(c, VISIT_COOKIE) ?? null,
    })
    setVisitCookie(c, ctx, browserToken)
    return c.json({ url })
  })

  app.get('/sso/oidc/:key/callback', (c) => {
    const audienceKey = c.req.param('key')
    const parameters = new URL(c.req.url).searchParams
    return land(c, auth, parameters.get('state'), async (flow) => {
      if (parameters.has('error')) throw new AuthError('sso_declined')
      return await finishOidcVisit(ctx, flow, { audienceKey, parameters }, callerOf(c, ctx))
    })
  })

  app.get('/sso/finish', (c) =>
    land(c, auth, c.req.query('state') ?? null, (flow) =>
      finishSamlVisit(ctx, flow, callerOf(c, ctx)),
    ),
  )

  samlRoutes(app, auth)
}

function samlRoutes(app: Hono, { ctx }: Auth): void {
  app.post('/sso/saml/:key/acs', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const state = form.get('RelayState') ?? ''
    try {
      const response = form.get('SAMLResponse') ?? ''
      await takeSamlResponse(ctx, { audienceKey: c.req.param('key'), state, response })
    } catch (error) {
      const problem = wireError(error, logOf(c, ctx.log))
      return c.redirect(withErrors(`${ctx.publicUrl}/auth`, problem, true), 303)
    }
    const target = withQuery(`${ctx.publicUrl}/auth/v1/sso/finish`, { state })
    return c.redirect(target, 303)
  })

  app.get('/sso/saml/certificates.pem', async (c) => {
    const { certificates } = await readSamlKeys(ctx, new Date())
    return c.body(certificates.join(''), 200, { 'Content-Type': 'application/x-pem-file' })
  })

  app.get('/sso/saml/:key/metadata', async (c) => {
    const key = c.req.param('key')
    if (!KEY.test(key)) throw new AuthError('not_found', { status: 404 })
    const { certificates } = await readSamlKeys(ctx, new Date())
    return c.body(samlMetadata(ctx.publicUrl, key, certificates), 200, {
      'Content-Type': 'application/samlmetadata+xml',
    })
  })
}

/** Ends a visit where it was to end, with the session or the error. */
async function land(
  c: Context,
  { ctx }: Auth,
  state: string | null,
  finish: (flow: Flow) => Promise<CompanyArrived>,
): Promise<Response> {
  let target = `${ctx.publicUrl}/auth`
  try {
    const flow = await loadOAuthFlow(ctx, state ?? undefined, getCookie(c, VISIT_COOKIE) ?? null)
    target = flow.redirect_to
    const arrival = await finish(flow)
    if ('code' in arrival) return c.redirect(withQuery(target, { code: arrival.code }), 302)
    return c.redirect(withFragment(target, sessionValues(arrival.session)), 302)
  } catch (error) {
    return c.redirect(withErrors(target, wireError(error, logOf(c, ctx.log)), true), 302)
  }
}
