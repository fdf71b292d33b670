import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { requireCaptcha } from '../sign-in/captcha.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { refreshSession } from '../sign-in/sessions.ts'
import { signInWithCode, signInWithPassword } from '../sign-in/sign-in.ts'
import { signInWithIdToken } from '../tokens/id-token.ts'
import {
  callerOf,
  captchaFields,
  emailField,
  phoneField,
  readBody,
  requireSession,
} from './transport.ts'

const passwordGrant = z.object({
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  password: z.string({ error: 'A password is required' }),
  ...captchaFields,
})
const refreshGrant = z.object({
  refresh_token: z.string({ error: 'refresh_token required' }).min(1, 'refresh_token required'),
})
const pkceGrant = z.object({
  auth_code: z.string({ error: 'auth code is required' }).min(1, 'auth code is required'),
  code_verifier: z.string({ error: 'code verifier is required' }).min(1),
})
const idTokenGrant = z.object({
  provider: z.string({ error: 'provider required' }),
  id_token: z.string({ error: 'id_token required' }),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  link_identity: z.boolean().nullish(),
  ...captchaFields,
})

export function tokenRoutes(app: Hono, auth: Auth): void {
  app.post('/token', async (c) => {
    switch (c.req.query('grant_type')) {
      case 'password':
        return await answerPassword(c, auth)
      case 'refresh_token': {
        const caller = callerOf(c, auth.ctx)
        await enforceLimit(auth.ctx, 'refresh', caller.ip)
        const { refresh_token: token } = await readBody(c, refreshGrant)
        return c.json(await refreshSession(auth.ctx, token, caller))
      }
      case 'pkce': {
        const caller = callerOf(c, auth.ctx)
        await enforceLimit(auth.ctx, 'signIn', caller.ip)
        const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceGrant)
        return c.json(await signInWithCode(auth.ctx, { code, verifier }, caller))
      }
      case 'id_token':
        return await answerIdToken(c, auth)
      default:
        return c.json({ error: 'unsupported_grant_type', error_description: '' }, 400)
    }
  })
}

async function answerPassword(c: Context, { ctx }: Auth): Promise<Response> {
  const caller = callerOf(c, ctx)
  await enforceLimit(ctx, 'signIn', caller.ip)
  const {
    email,
    phone,
    password,
    gotrue_meta_security: security,
  } = await readBody(c, passwordGrant)
  const name = email ? { email } : phone ? { phone } : null
  if (!name) {
    throw new AuthError('validation_failed', { message: 'missing email or phone' })
  }
  await requireCaptcha(ctx.settings.captcha, security?.captcha_token, caller.ip)
  return c.json(await signInWithPassword(ctx, { ...name, password }, caller))
}

/** Failures in OAuth's own shape. */
async function answerIdToken(c: Context, auth: Auth): Promise<Response> {
  const { ctx } = auth
  const caller = callerOf(c, ctx)
  await enforceLimit(ctx, 'signIn', caller.ip)
  const input = await readBody(c, idTokenGrant)
  const linkingTo = input.link_identity ? await requireSession(c, auth) : null
  if (linkingTo?.awaitsSecondFactor) throw new AuthError('insufficient_aal')
  try {
    const presented = {
      provider: input.provider,
      idToken: input.id_token,
      ...(input.access_token ? { accessToken: input.access_token } : {}),
      ...(input.nonce ? { nonce: input.nonce } : {}),
    }
    return c.json(await signInWithIdToken(ctx, presented, { caller, linkingTo }))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const name = error.code === 'validation_failed' ? 'invalid_request' : 'invalid_grant'
    return c.json({ error: name, error_description: error.message }, 400)
  }
}
