/**
 * Sends the mails and texts that any caller may request for an address or number. The answers do
 * not reveal if one was sent.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { repeatPhoneChange } from '../accounts/phone-change.ts'
import {
  checkMetadata,
  repeatEmailChange,
  requestConfirmation,
  requestRecovery,
} from '../accounts/user.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { requireCaptcha } from '../sign-in/captcha.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { requestMagicLink, requestSmsCode } from '../tokens/otp.ts'
import {
  callerOf,
  captchaFields,
  codeChallengeOf,
  emailField,
  linkRequestOf,
  metadataField,
  phoneField,
  pkceFields,
  readBody,
} from './transport.ts'

/** Delays the answer long enough that its time does not reveal if a mail was written. */
const ANSWER_MS = 150

const shared = { ...pkceFields, ...captchaFields }
const recoverBody = z.object({ email: emailField, ...shared })
const resendBody = z.object({
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change'], {
    error: 'Missing one of these types: signup, email_change, sms, phone_change',
  }),
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  ...shared,
})
const otpBody = z.object({
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  create_user: z.boolean().nullish(),
  data: metadataField,
  ...shared,
})

export function mailRoutes(app: Hono, { ctx }: Auth): void {
  const admit = async (c: Context, body: z.infer<z.ZodObject<typeof captchaFields>>) => {
    const { ip } = callerOf(c, ctx)
    await enforceLimit(ctx, 'mailRequest', ip)
    await requireCaptcha(ctx.settings.captcha, body.gotrue_meta_security?.captcha_token, ip)
  }
  const quietly = async (c: Context, work: Promise<void>) => {
    await Promise.all([work, delay(ANSWER_MS)])
    return c.json({})
  }

  app.post('/recover', async (c) => {
    const body = await readBody(c, recoverBody)
    await admit(c, body)
    const request = linkRequestOf(c, codeChallengeOf(body))
    return await quietly(c, requestRecovery(ctx, body.email, request))
  })

  app.post('/resend', async (c) => {
    const body = await readBody(c, resendBody)
    await admit(c, body)
    const request = linkRequestOf(c, codeChallengeOf(body))
    const { type, email, phone } = body
    if (type === 'sms' && phone) return await quietly(c, requestSmsCode(ctx, phone))
    if (type === 'signup' && email)
      return await quietly(c, requestConfirmation(ctx, email, request))
    if (type === 'email_change' && email) {
      return await quietly(c, repeatEmailChange(ctx, email, request))
    }
    if (type === 'phone_change' && phone) return await quietly(c, repeatPhoneChange(ctx, phone))
    const message = 'Type provided requires an email address or a phone number'
    throw new AuthError('validation_failed', { message })
  })

  app.post('/otp', async (c) => {
    const body = await readBody(c, otpBody)
    const metadata = body.data ?? {}
    checkMetadata(metadata)
    await admit(c, body)
    if (body.phone) return await quietly(c, requestSmsCode(ctx, body.phone))
    if (!body.email) {
      throw new AuthError('validation_failed', {
        message: 'One of email or phone must be set',
      })
    }
    const request = linkRequestOf(c, codeChallengeOf(body))
    const input = { email: body.email, mayCreate: body.create_user ?? true, metadata }
    return await quietly(c, requestMagicLink(ctx, input, request))
  })
}
