/** Tests guesses at one account's password from many addresses, and the sign-in of its owner. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  PASSWORD,
  type Site,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { defaultLimits } from './rate-limits.ts'

const settings = { trustedProxies: 1 }
const brake = { burst: 10, refillMs: 60_000 }

let site: Site
beforeAll(async () => {
  site = await openSite({ settings, limits: { signInFailuresOfAccount: brake } })
})
afterAll(() => site.close())

/** Exceeds the longest password, and so is refused without the work of hashing. */
const WRONG = 'x'.repeat(100)

const HOME = '203.0.113.7'

const signIn = (email: string, password: string, address: string) =>
  site.ask('/token?grant_type=password', {
    json: { email, password },
    headers: { 'x-forwarded-for': address },
  })

/** Guesses wrongly as often as the brake lets pass, each time from another address. */
const guess = (email: string) =>
  Promise.all(
    Array.from({ length: brake.burst }, (_, index) => signIn(email, WRONG, `198.51.100.${index}`)),
  )

test('after 100 guesses from 100 addresses not even the right password opens the account', async () => {
  expect(defaultLimits.signInFailuresOfAccount).toEqual({ ...brake, burst: 100 })
  const { email } = await site.signedIn()
  const guesses = await guess(email)
  expect(new Set(guesses.map(({ body }) => body.code))).toEqual(new Set(['invalid_credentials']))
  const refused = await signIn(email, PASSWORD, '192.0.2.1')
  expect(refused).toMatchObject({ status: 429, body: { code: 'over_password_failures' } })

  const nobody = site.newEmail()
  await guess(nobody)
  const unknown = await signIn(nobody, PASSWORD, '192.0.2.1')
  expect([unknown.status, unknown.body]).toEqual([refused.status, refused.body])

  const other = await site.signedIn()
  expect((await signIn(other.email, PASSWORD, '198.51.100.1')).status).toBe(200)
})

test('the owner goes on meanwhile: by a session, from where one was used, and by a mailed link', {
  tags: 'long',
}, async () => {
  const { email } = await site.signedIn()
  const { body } = await signIn(email, PASSWORD, HOME)
  await guess(email)
  const refresh = {
    json: { refresh_token: body.refresh_token },
    headers: { 'x-forwarded-for': HOME },
  }
  expect((await site.ask('/token?grant_type=refresh_token', refresh)).status).toBe(200)
  await signIn(email, PASSWORD, HOME)
  expect((await signIn(email, PASSWORD, HOME)).status).toBe(200)

  expect((await signIn(email, PASSWORD, '192.0.2.2')).status).toBe(429)
  await site.ask('/recover', { json: { email }, headers: { 'x-forwarded-for': '192.0.2.2' } })
  const [mail] = await site.mailsTo(email)
  const { access_token: token } = fragmentOf(await follow(mail!.link))
  expect((await site.ask('/user', { method: 'GET', token: token! })).body).toMatchObject({ email })
})

test('right passwords use nothing up, from however many addresses', { tags: 'long' }, async () => {
  const { email } = await site.signedIn()
  const outcomes = []
  for (let index = 0; index <= brake.burst; index++)
    outcomes.push((await signIn(email, PASSWORD, `198.51.100.${index}`)).status)
  expect(new Set(outcomes)).toEqual(new Set([200]))
})
