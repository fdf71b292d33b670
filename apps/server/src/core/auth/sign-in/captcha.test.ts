import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, PASSWORD, type Site } from '../../../../testing/fixtures/auth-fixtures.ts'
import { system } from '../../../platform/database/db.ts'

/** Stands in for hCaptcha or Turnstile, which share this protocol. */
let verifier: Server
let asked: Record<string, string>[] = []
let site: Site
beforeAll(async () => {
  verifier = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const form = Object.fromEntries(new URLSearchParams(text))
    asked.push(form)
    if (form.response === 'broken') return void response.end('no JSON')
    const success = form.response === 'human' && form.secret === 'shared'
    response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['bad-token'] }))
  })
  await new Promise<void>((resolve) => verifier.listen(0, '127.0.0.1', resolve))
  const verifyUrl = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}`
  const captcha = { provider: 'turnstile' as const, secret: 'shared', verifyUrl }
  const signInFailuresOfAccount = { burst: 1, refillMs: 60_000 }
  site = await openSite({ settings: { captcha }, limits: { signInFailuresOfAccount } })
})
afterAll(async () => {
  await site.close()
  await new Promise((resolve) => verifier.close(resolve))
})

const calls: Record<string, (options: { captchaToken?: string }) => Promise<{ error: unknown }>> = {
  'sign-up': (options) =>
    site.browser().auth.signUp({ email: site.newEmail(), password: PASSWORD, options }),
  'an anonymous sign-in': (options) => site.browser().auth.signInAnonymously({ options }),
  'sign-in': (options) =>
    site.browser().auth.signInWithPassword({ email: 'a@people.test', password: 'x', options }),
  'a magic link': (options) =>
    site.browser().auth.signInWithOtp({ email: 'a@people.test', options }),
  'a reset': (options) => site.browser().auth.resetPasswordForEmail('a@people.test', options),
  'a repeated mail': (options) =>
    site.browser().auth.resend({ type: 'signup', email: 'a@people.test', options }),
}

test.each(Object.keys(calls))('%s asks for a captcha where one is configured', async (name) => {
  const call = calls[name]!
  expect((await call({})).error).toMatchObject({ status: 400, code: 'captcha_failed' })
  const machine = await call({ captchaToken: 'machine' })
  expect(machine.error).toMatchObject({
    code: 'captcha_failed',
    message: 'captcha protection: request disallowed (bad-token)',
  })
  asked = []
  const human = await call({ captchaToken: 'human' })
  expect((human.error as { code?: string } | null)?.code).not.toBe('captcha_failed')
  expect(asked).toEqual([{ secret: 'shared', response: 'human', remoteip: '127.0.0.1' }])
})

test('refreshing asks for none, and a verifier that fails lets nobody in', async () => {
  const { error } = await site.browser().auth.refreshSession({ refresh_token: 'unknown' })
  expect(error?.code).toBe('refresh_token_not_found')
  expect((await calls['sign-in']!({ captchaToken: 'broken' })).error).toMatchObject({ status: 500 })
})

test('where each guess takes a captcha, an account has no bound for all callers', async () => {
  const email = site.newEmail()
  await site.db.transaction(system, (tx) => site.auth.createUser(tx, { email, password: PASSWORD }))
  const signIn = (password: string) =>
    site.browser().auth.signInWithPassword({ email, password, options: { captchaToken: 'human' } })
  for (const password of ['wrong', 'wrong again'])
    expect((await signIn(password)).error?.code).toBe('invalid_credentials')
  expect((await signIn(PASSWORD)).error).toBeNull()
})
