import type { Hono } from 'hono'
import { z } from 'zod'
import { enforceLimit } from '../rate-limits.ts'
import type { Auth } from '../service.ts'
import { refreshSession } from '../sessions.ts'
import { signInWithCode, signInWithPassword } from '../sign-in.ts'
import { callerOf, emailField, readBody } from './transport.ts'

const passwordGrant = z.object({
  email: emailField,
  password: z.string({ error: 'A password is required' }),
})
const refreshGrant = z.object({
  refresh_token: z.string({ error: 'refresh_token required' }).min(1, 'refresh_token required'),
})
const pkceGrant = z.object({
  auth_code: z.string({ error: 'auth code is required' }).min(1, 'auth code is required'),
  code_verifier: z.string({ error: 'code verifier is required' }).min(1),
})

export function tokenRoutes(app: Hono, { ctx }: Auth): void {
  app.post('/token', async (c) => {
    const caller = callerOf(c)
    switch (c.req.query('grant_type')) {
      case 'password': {
        await enforceLimit(ctx, 'signIn', caller.ip)
        return c.json(await signInWithPassword(ctx, await readBody(c, passwordGrant), caller))
      }
      case 'refresh_token': {
        await enforceLimit(ctx, 'refresh', caller.ip)
        return c.json(await refreshSession(ctx, (await readBody(c, refreshGrant)).refresh_token))
      }
      case 'pkce': {
        await enforceLimit(ctx, 'signIn', caller.ip)
        const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceGrant)
        return c.json(await signInWithCode(ctx, { code, verifier }, caller))
      }
      default:
        return c.json({ error: 'unsupported_grant_type', error_description: '' }, 400)
    }
  })
}
