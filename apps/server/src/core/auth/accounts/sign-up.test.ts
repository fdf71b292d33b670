import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  PASSWORD,
  type Site,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { AppError } from '../../../platform/http/errors.ts'

let site: Site
const onSignUp = vi.fn(async () => {})
const onConfirmed = vi.fn(async () => {})
beforeAll(async () => {
  site = await openSite({ onSignUp, onConfirmed })
})
afterAll(() => site.close())

test('a new account is confirmed by its mailed link, which signs in and works once', async () => {
  const email = site.newEmail()
  const client = site.browser()
  const options = { data: { first_name: 'Ada' }, emailRedirectTo: `${site.url}/welcome` }
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user?.identities).toHaveLength(1)
  expect(onSignUp).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ email, metadata: { first_name: 'Ada' } }),
  )
  const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
  expect(early.error?.code).toBe('email_not_confirmed')

  const [mail] = await site.mailsTo(email)
  expect(mail?.subject).toBe('Confirm your e-mail address')
  expect(mail?.link).toContain(`${site.url}/auth/v1/verify?token=`)
  const landed = await follow(mail!.link)
  expect(landed.pathname).toBe('/welcome')
  const tokens = fragmentOf(landed)
  expect(tokens).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '3600' })
  expect(onConfirmed).toHaveBeenCalledWith(expect.anything(), { id: data.user!.id, email })
  const signedIn = await client.auth.setSession({
    access_token: tokens.access_token!,
    refresh_token: tokens.refresh_token!,
  })
  expect(signedIn.data.user?.email).toBe(email)
  expect(signedIn.data.user?.email_confirmed_at).toBeTruthy()

  const again = fragmentOf(await follow(mail!.link))
  expect(again).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
  expect(again.access_token).toBeUndefined()
})

test('an address with a confirmed account gets the fake user, and its owner a mail that says so', async () => {
  const { email } = await site.signedIn()
  const { data, error } = await site.browser().auth.signUp({ email, password: 'another password' })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email, role: '', identities: [] })
  const known = await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  expect(data.user?.id).not.toBe(known.data.user?.id)
  expect(known.error).toBeNull()
  expect((await site.mailsTo(email)).map((mail) => mail.subject)).toEqual([
    'You already have an account',
  ])
})

test('signing up again with the same password before confirming changes nothing', {
  tags: 'long',
}, async () => {
  const email = site.newEmail()
  await site.browser().auth.signUp({ email, password: PASSWORD, options: { data: { n: 1 } } })
  const again = await site
    .browser()
    .auth.signUp({ email, password: PASSWORD, options: { data: { n: 2 } } })
  expect(again.data.user?.user_metadata).toEqual({ n: 1 })
  await follow((await site.mailsTo(email))[0]!.link)
  const { error } = await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
})

test('of two sign-ups with different passwords, the link keeps neither: recovery sets one', async () => {
  const email = site.newEmail()
  const squatter = await site
    .browser()
    .auth.signUp({ email, password: 'the password of a squatter' })
  const owner = await site.browser().auth.signUp({ email, password: PASSWORD })
  expect(owner.data.user?.identities).toHaveLength(1)
  expect(owner.data.user?.id).toBe(squatter.data.user?.id)
  await site.browser().auth.signUp({ email, password: 'the password of a squatter' })
  await follow((await site.mailsTo(email))[0]!.link)
  for (const password of ['the password of a squatter', PASSWORD]) {
    const { error } = await site.browser().auth.signInWithPassword({ email, password })
    expect(error?.code).toBe('invalid_credentials')
  }
  await site.browser().auth.resetPasswordForEmail(email)
  const subjects = (await site.mailsTo(email)).map(({ subject }) => subject)
  expect(subjects).toContain('Reset your password')
})

test('a short password is weak_password, with the reason', async () => {
  const { error } = await site.browser().auth.signUp({ email: site.newEmail(), password: 'short' })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
})

test.each([
  ['a malformed address', { email: 'nobody', password: PASSWORD }],
  ['a password beyond 72 bytes', { email: 'a@people.test', password: 'é'.repeat(37) }],
])('%s is refused as invalid', async (_, credentials) => {
  const { error } = await site.browser().auth.signUp(credentials)
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('a sign-up that the platform refuses leaves no account behind', async () => {
  const email = site.newEmail()
  onSignUp.mockRejectedValueOnce(new AppError('bad_input', { message: 'Invalid organization ID' }))
  const { error } = await site.browser().auth.signUp({ email, password: PASSWORD })
  expect(error).toMatchObject({
    status: 400,
    code: 'bad_input',
    message: 'Invalid organization ID',
  })
  const { data } = await site.browser().auth.signUp({ email, password: PASSWORD })
  expect(data.user?.identities).toHaveLength(1)
})

test('the link leads back to the site, whatever the request asked for', async () => {
  const email = site.newEmail()
  const options = { emailRedirectTo: 'https://evil.example/steal' }
  await site.browser().auth.signUp({ email, password: PASSWORD, options })
  const link = (await site.mailsTo(email))[0]!.link
  expect(link).not.toContain('evil.example')
  const altered = new URL(link)
  altered.searchParams.set('redirect_to', 'https://evil.example/steal')
  expect((await follow(altered.href)).origin).toBe(site.url)
})

test('without confirmation by mail a sign-up opens a session at once, and tells of a known address', {
  tags: 'long',
}, async () => {
  const confirmed = vi.fn(async () => {})
  const open = await openSite({ mailConfirm: false, onConfirmed: confirmed })
  try {
    const credentials = { email: open.newEmail(), password: PASSWORD }
    const { data } = await open.browser().auth.signUp(credentials)
    expect(data.session?.access_token).toBeTruthy()
    expect(confirmed).toHaveBeenCalledOnce()
    const again = await open.browser().auth.signUp(credentials)
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' })
  } finally {
    await open.close()
  }
})
