import type { Hono } from 'hono'
import { z } from 'zod'
import { signUp, signUpAnonymously } from '../accounts/sign-up.ts'
import { checkMetadata } from '../accounts/user.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { requireCaptcha } from '../sign-in/captcha.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import {
  callerOf,
  captchaFields,
  codeChallengeOf,
  emailField,
  linkRequestOf,
  metadataField,
  pkceFields,
  readBody,
} from './transport.ts'

const body = z.object({
  email: emailField.nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataField,
  ...pkceFields,
  ...captchaFields,
})

export function signUpRoutes(app: Hono, { ctx }: Auth): void {
  app.post('/signup', async (c) => {
    const input = await readBody(c, body)
    const caller = callerOf(c, ctx)
    const metadata = input.data ?? {}
    checkMetadata(metadata)
    await requireCaptcha(ctx.settings.captcha, input.gotrue_meta_security?.captcha_token, caller.ip)
    if (!input.email) {
      if (input.phone) throw new AuthError('phone_provider_disabled')
      await enforceLimit(ctx, 'anonymousSignUp', caller.ip)
      return c.json(await signUpAnonymously(ctx, metadata, caller))
    }
    if (!input.password) {
      throw new AuthError('validation_failed', { message: 'Signup requires a valid password' })
    }
    await enforceLimit(ctx, 'signUp', caller.ip)
    const request = { ...linkRequestOf(c, codeChallengeOf(input)), caller }
    const { email, password } = input
    return c.json(await signUp(ctx, { email, password, metadata }, request))
  })
}
