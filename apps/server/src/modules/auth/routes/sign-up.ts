import type { Hono } from 'hono'
import { z } from 'zod'
import { AuthError } from '../errors.ts'
import { enforceLimit } from '../rate-limits.ts'
import type { Auth } from '../service.ts'
import { signUp } from '../sign-up.ts'
import { checkMetadata } from '../user.ts'
import {
  callerOf,
  codeChallengeOf,
  emailField,
  linkRequestOf,
  pkceFields,
  readBody,
} from './transport.ts'

const body = z.object({
  email: emailField.nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...pkceFields,
})

export function signUpRoutes(app: Hono, auth: Auth): void {
  app.post('/signup', async (c) => {
    const input = await readBody(c, body)
    if (!input.email) {
      throw new AuthError(input.phone ? 'phone_provider_disabled' : 'anonymous_provider_disabled')
    }
    if (!input.password) {
      throw new AuthError('validation_failed', { message: 'Signup requires a valid password' })
    }
    const caller = callerOf(c)
    await enforceLimit(auth.ctx, 'signUp', caller.ip)
    const metadata = input.data ?? {}
    checkMetadata(metadata)
    const request = { ...linkRequestOf(c, codeChallengeOf(input)), caller }
    const { email, password } = input
    return c.json(await signUp(auth.ctx, { email, password, metadata }, request))
  })
}
