import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  PASSWORD,
  type Site,
} from '../../../../testing/fixtures/auth-fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a forgotten password is replaced through the mailed link, which ends every other session', async () => {
  const { client: thief, email } = await site.signedIn()
  const browser = site.browser()
  expect((await browser.auth.resetPasswordForEmail(email)).error).toBeNull()
  const [mail] = await site.mailsTo(email)
  expect(mail?.subject).toBe('Reset your password')
  const tokens = fragmentOf(await follow(mail!.link))
  expect(tokens.type).toBe('recovery')
  await browser.auth.setSession({
    access_token: tokens.access_token!,
    refresh_token: tokens.refresh_token!,
  })
  expect((await browser.auth.updateUser({ password: PASSWORD })).error?.code).toBe('same_password')
  expect((await browser.auth.updateUser({ password: 'tiny' })).error?.code).toBe('weak_password')
  expect((await browser.auth.updateUser({ password: 'a new password' })).error).toBeNull()

  expect((await thief.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await browser.auth.getUser()).data.user?.email).toBe(email)
  const old = await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  expect(old.error?.code).toBe('invalid_credentials')
  const fresh = await site.browser().auth.signInWithPassword({ email, password: 'a new password' })
  expect(fresh.error).toBeNull()
})

test('changing the password voids links that are still under way', async () => {
  const { client, email } = await site.signedIn()
  await site.browser().auth.resetPasswordForEmail(email)
  await client.auth.updateUser({ password: 'a new password' })
  const link = (await site.mailsTo(email))[0]!.link
  expect(fragmentOf(await follow(link)).error_code).toBe('otp_expired')
})

test('asking for a reset tells nothing about the address, not even by its limit', async () => {
  const { email } = await site.signedIn()
  for (const address of [email, site.newEmail()]) {
    const codes = []
    for (let request = 0; request < 4; request++) {
      codes.push((await site.browser().auth.resetPasswordForEmail(address)).error?.code)
    }
    expect(codes).toEqual([undefined, undefined, undefined, 'over_email_send_rate_limit'])
  }
})

test('a PKCE link yields a code that only the browser which asked can use, once', async () => {
  const { email } = await site.signedIn()
  const browser = site.browser({ flowType: 'pkce' })
  await browser.auth.resetPasswordForEmail(email, { redirectTo: `${site.url}/forgot-password` })
  const landed = await follow((await site.mailsTo(email))[0]!.link)
  expect(landed.pathname).toBe('/forgot-password')
  expect(landed.hash).toBe('')
  const code = landed.searchParams.get('code')!
  const { data, error } = await browser.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)

  const exchange = (verifier: string, authCode: string) =>
    fetch(`${site.url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      body: JSON.stringify({ auth_code: authCode, code_verifier: verifier }),
    })
  expect((await exchange('x'.repeat(50), code)).status).toBe(404)
  await browser.auth.resetPasswordForEmail(email)
  const second = (await follow((await site.mailsTo(email))[0]!.link)).searchParams.get('code')!
  const wrong = await exchange('x'.repeat(50), second)
  expect(await wrong.json()).toMatchObject({ error_code: 'bad_code_verifier' })
})

test('a PKCE link used twice tells its error in the query too', async () => {
  const { email } = await site.signedIn()
  await site.browser({ flowType: 'pkce' }).auth.resetPasswordForEmail(email)
  const link = (await site.mailsTo(email))[0]!.link
  await follow(link)
  expect((await follow(link)).searchParams.get('error_code')).toBe('otp_expired')
})

test('a token hash is verified without a redirect, for its own type only', async () => {
  const email = site.newEmail()
  await site.browser().auth.signUp({ email, password: PASSWORD })
  const token_hash = new URL((await site.mailsTo(email))[0]!.link).searchParams.get('token')!
  const wrong = await site.browser().auth.verifyOtp({ token_hash, type: 'recovery' })
  expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
  const { data } = await site.browser().auth.verifyOtp({ token_hash, type: 'signup' })
  expect(data.session?.user.email).toBe(email)
})

test('resend mails a fresh confirmation link, and nothing to a confirmed or unknown address', {
  tags: 'long',
}, async () => {
  const email = site.newEmail()
  await site.browser().auth.signUp({ email, password: PASSWORD })
  const { error } = await site.browser().auth.resend({ type: 'signup', email })
  expect(error).toBeNull()
  const [fresh, stale] = await site.mailsTo(email)
  expect(fragmentOf(await follow(stale!.link)).error_code).toBe('otp_expired')
  expect(fragmentOf(await follow(fresh!.link)).access_token).toBeTruthy()
  for (const address of [email, site.newEmail()]) {
    const before = (await site.mailsTo(address)).length
    expect((await site.browser().auth.resend({ type: 'signup', email: address })).error).toBeNull()
    expect(await site.mailsTo(address)).toHaveLength(before)
  }
})

test('user data is merged, a null removes its key, and app_metadata is refused', async () => {
  const { client } = await site.signedIn()
  await client.auth.updateUser({ data: { first_name: 'Ada', phone: '1' } })
  const { data } = await client.auth.updateUser({ data: { last_name: 'Byron', phone: null } })
  expect(data.user?.user_metadata).toEqual({ first_name: 'Ada', last_name: 'Byron' })
  const { session } = (await client.auth.getSession()).data
  const forged = await fetch(`${site.url}/auth/v1/user`, {
    method: 'PUT',
    body: JSON.stringify({ app_metadata: { role: 'admin' } }),
    headers: { Authorization: `Bearer ${session!.access_token}` },
  })
  expect(await forged.json()).toMatchObject({ code: 403, error_code: 'not_admin' })
})
