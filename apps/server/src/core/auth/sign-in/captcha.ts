/** Proof that a person and no program asks, checked with hCaptcha or Cloudflare Turnstile. */
import { z } from 'zod'
import { AuthError } from '../errors.ts'

export type CaptchaOptions = {
  provider: 'hcaptcha' | 'turnstile'
  secret: string
  /** Replaces the provider's address in tests. */
  verifyUrl?: string
}

const verifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const VERIFY_TIMEOUT_MS = 10_000

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

export async function requireCaptcha(
  options: CaptchaOptions | null,
  token: string | null | undefined,
  ip: string,
): Promise<void> {
  if (!options) return
  if (!token) throw refusal('no captcha_token found')
  const answer = await ask(options, token, ip)
  if (!answer.success) throw refusal(answer['error-codes'].join(', ') || 'invalid-input-response')
}

async function ask(options: CaptchaOptions, token: string, ip: string) {
  try {
    const response = await fetch(options.verifyUrl ?? verifyUrls[options.provider], {
      method: 'POST',
      body: new URLSearchParams({ secret: options.secret, response: token, remoteip: ip }),
      signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS),
    })
    return answerSchema.parse(await response.json())
  } catch (cause) {
    throw new AuthError('captcha_unavailable', { cause })
  }
}

const refusal = (reason: string) =>
  new AuthError('captcha_failed', {
    message: `captcha protection: request disallowed (${reason})`,
  })
