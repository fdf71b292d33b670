import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  PASSWORD,
  type Site,
  tokenOf,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { system } from '../../../platform/database/db.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

test('a six-digit code signs in who has the mailbox, once', async () => {
  const { email } = await site.signedIn()
  const browser = site.browser()
  expect((await browser.auth.signInWithOtp({ email })).error).toBeNull()
  const [mail] = await site.mailsTo(email)
  expect(mail?.subject).toBe('Sign in to Semblance')
  const { data, error } = await browser.auth.verifyOtp({ email, token: mail!.code, type: 'email' })
  expect(error).toBeNull()
  expect(data.session?.user.email).toBe(email)
  const again = await browser.auth.verifyOtp({ email, token: mail!.code, type: 'email' })
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('the link of the same mail signs in, too', async () => {
  const { email } = await site.signedIn()
  await site.browser().auth.signInWithOtp({ email })
  const tokens = fragmentOf(await follow((await site.mailsTo(email))[0]!.link))
  expect(tokens).toMatchObject({ type: 'magiclink', token_type: 'bearer' })
})

test('a code is gone after five wrong guesses, and the right one does not help any more', async () => {
  const { email } = await site.signedIn()
  await site.browser().auth.signInWithOtp({ email })
  const [mail] = await site.mailsTo(email)
  const guess = (token: string) => site.browser().auth.verifyOtp({ email, token, type: 'email' })
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await guess(wrongFor(mail!.code))).error?.code).toBe('otp_expired')
  }
  expect((await guess(mail!.code)).error?.code).toBe('otp_expired')
  expect(fragmentOf(await follow(mail!.link)).access_token).toBeTruthy()
})

test('guessing goes on against fresh codes only so often', async () => {
  const { email } = await site.signedIn()
  const codes = []
  for (let attempt = 0; attempt < 16; attempt++) {
    const { error } = await site.browser().auth.verifyOtp({ email, token: '123456', type: 'email' })
    codes.push(error?.code)
  }
  expect(codes.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 'otp_expired'))
  expect(codes[15]).toBe('over_request_rate_limit')
})

test('a code is good for its own address and kind alone', async () => {
  const [one, two] = [await site.signedIn(), await site.signedIn()]
  for (const { email } of [one, two]) await site.browser().auth.signInWithOtp({ email })
  const { code } = (await site.mailsTo(one.email))[0]!
  const other = await site
    .browser()
    .auth.verifyOtp({ email: two.email, token: code, type: 'email' })
  expect(other.error?.code).toBe('otp_expired')
  const kind = await site
    .browser()
    .auth.verifyOtp({ email: one.email, token: code, type: 'recovery' })
  expect(kind.error?.code).toBe('otp_expired')
})

test('an unknown address gets an account and a confirmation mail, or nothing, and one answer', async () => {
  const [wanted, unwanted] = [site.newEmail(), site.newEmail()]
  const made = await site.browser().auth.signInWithOtp({ email: wanted })
  const refused = await site
    .browser()
    .auth.signInWithOtp({ email: unwanted, options: { shouldCreateUser: false } })
  expect(made.error).toBeNull()
  expect(refused).toEqual(made)
  expect(await site.mailsTo(unwanted)).toEqual([])
  const [mail] = await site.mailsTo(wanted)
  expect(mail?.subject).toBe('Confirm your e-mail address')
  const { data } = await site
    .browser()
    .auth.verifyOtp({ email: wanted, token: mail!.code, type: 'email' })
  expect(data.user?.email_confirmed_at).toBeTruthy()
})

test('sign-up and recovery are confirmed by their codes, too', async () => {
  const email = site.newEmail()
  await site.browser().auth.signUp({ email, password: PASSWORD })
  const signup = (await site.mailsTo(email))[0]!.code
  const confirmed = await site.browser().auth.verifyOtp({ email, token: signup, type: 'signup' })
  expect(confirmed.data.session).toBeTruthy()
  await site.browser().auth.resetPasswordForEmail(email)
  const recovery = (await site.mailsTo(email))[0]!.code
  const reset = await site.browser().auth.verifyOtp({ email, token: recovery, type: 'recovery' })
  expect(reset.data.session).toBeTruthy()
})

test('a password that was set before anyone proved the mailbox does not outlive a magic link', async () => {
  const email = site.newEmail()
  await site.browser().auth.signUp({ email, password: 'of the squatter' })
  await site.browser().auth.signInWithOtp({ email })
  const { code } = (await site.mailsTo(email))[0]!
  await site.browser().auth.verifyOtp({ email, token: code, type: 'email' })
  const squatter = await site
    .browser()
    .auth.signInWithPassword({ email, password: 'of the squatter' })
  expect(squatter.error?.code).toBe('invalid_credentials')
})

test('codes and link tokens are stored as hashes under a key', async () => {
  const { email } = await site.signedIn()
  await site.browser().auth.signInWithOtp({ email })
  const { code, link } = (await site.mailsTo(email))[0]!
  const rows = await site.db.transaction(system, (tx) =>
    tx.selectFrom('auth.one_time_tokens').selectAll().where('recipient', '=', email).execute(),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.code_hash).not.toContain(code)
  expect(link).not.toContain(rows[0]!.token_hash)
})

test('a phone number is confirmed by SMS, and then signs in', { tags: 'long' }, async () => {
  const { client } = await site.signedIn()
  const phone = `+49151${Math.floor(Math.random() * 1e8 + 1e7)}`
  const changed = await client.auth.updateUser({ phone })
  expect(changed.data.user).toMatchObject({ phone: '', new_phone: phone.slice(1) })
  const proof = (await site.mailsTo(phone))[0]!
  expect(proof.subject).toBe('SMS')
  const verified = await client.auth.verifyOtp({ phone, token: proof.code, type: 'phone_change' })
  expect(verified.data.user?.phone).toBe(phone.slice(1))
  expect((await site.browser().auth.signInWithOtp({ phone })).error).toBeNull()
  const { code } = (await site.mailsTo(phone))[0]!
  const { data } = await site.browser().auth.verifyOtp({ phone, token: code, type: 'sms' })
  expect(data.session?.user.phone).toBe(phone.slice(1))
  const byPassword = await site.browser().auth.signInWithPassword({ phone, password: PASSWORD })
  expect(byPassword.error).toBeNull()
})

test('a phone number of another account is refused, and an unknown one gets no SMS', {
  tags: 'long',
}, async () => {
  const [one, two] = [await site.signedIn(), await site.signedIn()]
  const phone = '+4915199990000'
  await one.client.auth.updateUser({ phone })
  const token = (await site.mailsTo(phone))[0]!.code
  await one.client.auth.verifyOtp({ phone, token, type: 'phone_change' })
  expect((await two.client.auth.updateUser({ phone })).error?.code).toBe('phone_exists')
  expect((await site.browser().auth.signInWithOtp({ phone: '+4915112121212' })).error).toBeNull()
  expect(await site.mailsTo('+4915112121212')).toEqual([])
})

test.each([
  ['neither token nor hash', { type: 'email', email: 'a@people.test' }],
  ['a hash with an address', { type: 'email', token_hash: 'x', email: 'a@people.test' }],
  ['a code without an address', { type: 'email', token: '123456' }],
])('%s is refused as invalid', async (_, json) => {
  expect(await site.ask('/verify', { json })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('an anonymous visitor becomes an account, and a permanent one by confirming an address', {
  tags: 'long',
}, async () => {
  expect((await site.browser().auth.signInAnonymously()).error?.code).toBe(
    'anonymous_provider_disabled',
  )
  const open = await openSite({ settings: { anonymousSignIns: true } })
  try {
    const client = open.browser()
    const { data } = await client.auth.signInAnonymously({ options: { data: { n: 1 } } })
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { n: 1 } })
    const claims = (await client.auth.getClaims(await tokenOf(client))).data!.claims
    expect(claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] })
    expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe(
      'validation_failed',
    )
    const email = open.newEmail()
    await client.auth.updateUser({ email })
    await follow((await open.mailsTo(email))[0]!.link)
    const user = (await client.auth.getUser()).data.user
    expect(user).toMatchObject({ id: data.user!.id, email, is_anonymous: false })
  } finally {
    await open.close()
  }
})
