/** Known flaws of such servers, one by one (wire.md, section 10), where no other test of this module shows the rule. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  PASSWORD,
  type Site,
  tokenOf,
} from '../../../testing/fixtures/auth-fixtures.ts'
import { AppError } from '../../platform/http/errors.ts'

let site: Site
const onSignUp = vi.fn(async (_: unknown, user: { metadata: unknown }) => {
  const { organization_id } = user.metadata as { organization_id?: string }
  if (organization_id === 'wrong') throw new AppError('bad_input')
})
beforeAll(async () => {
  site = await openSite({ onSignUp })
})
afterAll(() => site.close())

test('forged host headers do not reach mailed links', async () => {
  const email = site.newEmail()
  await site.ask('/signup', {
    json: { email, password: PASSWORD },
    headers: {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example',
      Referer: 'https://evil.example/',
    },
  })
  const [mail] = await site.mailsTo(email)
  expect(mail!.link.startsWith(`${site.url}/auth/v1/verify?`)).toBe(true)
  expect(mail!.text).not.toContain('evil.example')
})

test('a link that is followed many times at once opens one session', async () => {
  const { email } = await site.signedIn()
  await site.browser().auth.resetPasswordForEmail(email)
  const { link } = (await site.mailsTo(email))[0]!
  const landings = await Promise.all([1, 2, 3, 4].map(() => follow(link)))
  expect(landings.filter((url) => fragmentOf(url).access_token)).toHaveLength(1)
})

test('a code that is presented many times at once opens one session', async () => {
  const { email } = await site.signedIn()
  const browser = site.browser({ flowType: 'pkce' })
  await browser.auth.resetPasswordForEmail(email)
  const code = (await follow((await site.mailsTo(email))[0]!.link)).searchParams.get('code')!
  const otp = site.browser()
  await otp.auth.signInWithOtp({ email })
  const token = (await site.mailsTo(email))[0]!.code
  const verified = await Promise.all(
    [1, 2, 3].map(() => site.browser().auth.verifyOtp({ email, token, type: 'email' })),
  )
  expect(verified.filter(({ error }) => error === null)).toHaveLength(1)
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => {
      const json = { auth_code: code, code_verifier: 'x'.repeat(50) }
      return (await site.ask('/token?grant_type=pkce', { json })).status
    }),
  )
  expect(statuses.sort()).toEqual([400, 404, 404]) // taken once, by a wrong verifier
})

test('a link token says nothing about its code, and is long enough never to be guessed', async () => {
  const { email } = await site.signedIn()
  await site.browser().auth.signInWithOtp({ email })
  const { link } = (await site.mailsTo(email))[0]!
  expect(new URL(link).searchParams.get('token')).toMatch(/^[\w-]{43}$/)
})

test('verify answers unknown addresses, wrong codes and expired ones alike', async () => {
  const { email } = await site.signedIn()
  await site.browser().auth.signInWithOtp({ email })
  const answers = []
  for (const address of [email, site.newEmail()]) {
    const json = { type: 'email', email: address, token: '000000' }
    const { status, body } = await site.ask('/verify', { json })
    answers.push({ status, body })
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
})

test('asking for mail answers known and unknown addresses alike, also at the limit', {
  tags: 'long',
}, async () => {
  const { email } = await site.signedIn()
  for (const path of ['/recover', '/otp', '/resend']) {
    const transcript = async (address: string) => {
      const answers = []
      for (let request = 0; request < 4; request++) {
        const json = { email: address, type: 'signup', create_user: false }
        const { status, body } = await site.ask(path, { json })
        answers.push({ status, body })
      }
      return answers
    }
    expect(await transcript(email)).toEqual(await transcript(site.newEmail()))
  }
})

test('malformed addresses are refused before anything is looked up', async () => {
  for (const path of ['/recover', '/otp', '/resend', '/signup']) {
    const json = { email: 'nobody', type: 'signup', password: PASSWORD }
    expect(await site.ask(path, { json })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  }
})

test('what the platform refuses at sign-up, it refuses for known addresses too', async () => {
  const { email } = await site.signedIn()
  const data = { organization_id: 'wrong' }
  for (const path of ['/signup', '/otp']) {
    const answers = []
    for (const address of [email, site.newEmail()]) {
      const json = { email: address, password: PASSWORD, data }
      const { status, body } = await site.ask(path, { json })
      answers.push({ status, body })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 400 })
  }
})

test('a pending change of address is shown to its owner alone', async () => {
  const { client, email } = await site.signedIn()
  const newEmail = site.newEmail()
  await client.auth.updateUser({ email: newEmail })
  const signUp = await site.ask('/signup', { json: { email, password: PASSWORD } })
  expect(JSON.stringify(signUp.body)).not.toContain(newEmail)
})

test('a mail scanner that asks for the head of a link does not use it up', async () => {
  const { email } = await site.signedIn()
  await site.browser().auth.signInWithOtp({ email })
  const { link, code } = (await site.mailsTo(email))[0]!
  await fetch(link, { method: 'HEAD', redirect: 'manual' })
  const { error } = await site.browser().auth.verifyOtp({ email, token: code, type: 'email' })
  expect(error).toBeNull()
})

test('metadata that a person writes gives no role', async () => {
  const { client } = await site.signedIn()
  await client.auth.updateUser({ data: { role: 'service_role', app_metadata: { role: 'admin' } } })
  await client.auth.refreshSession()
  const { claims } = (await client.auth.getClaims(await tokenOf(client))).data!
  expect(claims).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } })
  expect((await site.ask('/admin/users', { token: await tokenOf(client) })).status).toBe(403)
})

test('signing out leaves no token of the session usable', async () => {
  const { client } = await site.signedIn()
  const first = (await client.auth.getSession()).data.session!
  await client.auth.refreshSession()
  const second = (await client.auth.getSession()).data.session!
  await client.auth.signOut({ scope: 'local' })
  for (const { refresh_token } of [first, second]) {
    const { error } = await site.browser().auth.refreshSession({ refresh_token })
    expect(error?.code).toBe('refresh_token_not_found')
  }
})
