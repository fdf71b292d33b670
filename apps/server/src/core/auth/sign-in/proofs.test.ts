/** Tests what counts as a fresh proof of who is there, and what a stolen session cannot do without. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  follow,
  fragmentOf,
  PASSWORD,
  tokenOf,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { useProvider } from '../../../../testing/fixtures/auth-flows.ts'
import { defaultLimits } from './rate-limits.ts'

const { site, newPerson, signIn } = await useProvider({
  limits: { signInFailuresOfAccount: { burst: 12, refillMs: 3_600_000 } },
})

const START = Date.now() - 40 * 60_000
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterAll(() => void vi.useRealTimers())

/** Moves the server's clock. */
const pass = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * 60_000)
beforeEach(() => void vi.setSystemTime(START))

type Token = Promise<string> | string
const isProved = async (token: Token) => (await site.auth.verify(await token))?.provedAt != null
const methodsOf = async (client: SupabaseClient) => {
  const token = await tokenOf(client)
  return (await site.ask('/proof', { method: 'GET', token })).body.methods
}
const prove = async (token: Token, json: object) =>
  await site.ask('/proof', { token: await token, json })
const rename = (client: SupabaseClient) => client.auth.updateUser({ email: site.newEmail() })
const codeOf = async (change: PromiseLike<{ error: { code?: string } | null }>) =>
  (await change).error?.code ?? null

async function enrolled(client: SupabaseClient) {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Semblance' })
  const { id, totp } = data!
  const answer = () => {
    vi.setSystemTime(Date.now() + 30_000) // no code works twice
    const code = new TOTP({ secret: totp.secret }).generate({ timestamp: Date.now() })
    return client.auth.mfa.challengeAndVerify({ factorId: id, code })
  }
  return { id, secret: totp.secret, answer }
}

describe('counts as a proof', () => {
  test('a sign-in by password, for fifteen minutes, however often it is refreshed', async () => {
    const { client } = await site.signedIn()
    expect(await isProved(tokenOf(client))).toBe(true)
    pass(14)
    await client.auth.refreshSession()
    expect(await codeOf(rename(client))).toBeNull()
    pass(1)
    await client.auth.refreshSession()
    expect(await codeOf(rename(client))).toBe('proof_needed')
  })

  test('a mailed link, which shows the mailbox that could change the password', async () => {
    const { email } = await site.signedIn()
    await site.ask('/recover', { json: { email } })
    const [mail] = await site.mailsTo(email)
    const { access_token: token } = fragmentOf(await follow(mail!.link))
    const change = () =>
      site.ask('/user', { method: 'PUT', token: token!, json: { password: 'a new long password' } })
    pass(15)
    expect((await change()).body.code).toBe('proof_needed')
    pass(-14)
    expect((await change()).status).toBe(200)
  })

  test('no sign-in at a provider, which shows a browser that is signed in there', async () => {
    const { session } = await signIn(newPerson().sub)
    expect(await isProved(session!.access_token)).toBe(false)
  })

  test('no password while the second factor is due; then its code', async () => {
    const { client, email } = await site.signedIn()
    const factor = await enrolled(client)
    expect((await factor.answer()).error).toBeNull()
    const again = site.browser()
    await again.auth.signInWithPassword({ email, password: PASSWORD })
    expect(await isProved(tokenOf(again))).toBe(false)
    vi.setSystemTime(Date.now() + 30_000)
    const code = new TOTP({ secret: factor.secret }).generate({ timestamp: Date.now() })
    await again.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
    expect(await isProved(tokenOf(again))).toBe(true)
  })

  test('no code of a factor that is just being added', async () => {
    const { client } = await site.signedIn()
    const factor = await enrolled(client)
    pass(15)
    expect(await codeOf(factor.answer())).toBe('proof_needed')
    pass(-5)
    expect(await codeOf(factor.answer())).toBeNull()
    const { provedAt } = (await site.auth.verify(await tokenOf(client)))!
    expect(Date.now() - provedAt!.getTime()).toBeGreaterThan(9 * 60_000)
  })
})

describe('is asked for', () => {
  test('by whatever changes what signs in to the account', async () => {
    const { client } = await site.signedIn()
    const factor = await enrolled(client)
    await factor.answer()
    pass(15)
    const refused = [
      rename(client),
      client.auth.updateUser({ phone: '+4915112345678' }),
      client.auth.updateUser({ password: 'a new long password' }),
      client.auth.updateUser({ password: 'a new long password', current_password: PASSWORD }),
      client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
      client.auth.mfa.unenroll({ factorId: factor.id }),
      client.auth.linkIdentity({ provider: 'acme' as never }),
      client.auth.unlinkIdentity({ identity_id: crypto.randomUUID() } as never),
    ]
    expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['proof_needed']))
    expect(await codeOf(client.auth.updateUser({ data: { theme: 'dark' } }))).toBeNull()
    expect(await codeOf(factor.answer())).toBeNull()
    expect(await codeOf(client.auth.mfa.unenroll({ factorId: factor.id }))).toBeNull()
  })

  test('not where the present password comes along and there is no second factor', {
    tags: 'long',
  }, async () => {
    const { client } = await site.signedIn()
    pass(15)
    const change = { password: 'a new long password' }
    expect(await codeOf(client.auth.updateUser(change))).toBe('proof_needed')
    const shown = { ...change, current_password: PASSWORD }
    expect(await codeOf(client.auth.updateUser(shown))).toBeNull()
  })
})

describe('is given', () => {
  test('by password, in this session alone, and to its new tokens alone', {
    tags: 'long',
  }, async () => {
    const { client, email } = await site.signedIn()
    const other = site.browser()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    const copy = (await client.auth.getSession()).data.session!
    pass(16)
    expect(await methodsOf(client)).toEqual(['password'])
    const { body } = await prove(tokenOf(client), { password: PASSWORD })
    const tokens = body as { access_token: string; refresh_token: string }
    expect(await isProved(tokens.access_token)).toBe(true)
    await client.auth.setSession(tokens)
    expect(await codeOf(rename(client))).toBeNull()

    expect(await codeOf(rename(other))).toBe('proof_needed')
    expect(await isProved(copy.access_token)).toBe(false)
    const thief = site.browser()
    const refreshed = await thief.auth.refreshSession({ refresh_token: copy.refresh_token })
    expect(refreshed.error?.code).toBe('refresh_token_not_found')
  })

  test('by a mailed code where there is neither password nor factor', {
    tags: 'long',
  }, async () => {
    const { client } = await signIn(newPerson().sub).then(async ({ session }) => {
      const own = site.browser()
      await own.auth.setSession(session!)
      return { client: own }
    })
    expect(await methodsOf(client)).toEqual(['code'])
    expect(await codeOf(rename(client))).toBe('proof_needed')
    const other = await site.signedIn()
    for (const each of [client, other.client]) await each.auth.reauthenticate()
    const sentTo = async (email: string) => (await site.mailsTo(email))[0]!.code
    const theirs = await sentTo(other.email)
    const own = await sentTo((await client.auth.getUser()).data.user!.email!)
    if (theirs !== own)
      expect((await prove(tokenOf(client), { code: theirs })).body.code).toBe(
        'reauthentication_not_valid',
      )
    const { body } = await prove(tokenOf(client), { code: own })
    expect(await isProved(body.access_token as string)).toBe(true)
    expect((await prove(tokenOf(client), { code: own })).status).not.toBe(200)
  })

  test('by nothing less than the second factor, whose code somebody else cannot give', async () => {
    const { client } = await site.signedIn()
    const factor = await enrolled(client)
    await factor.answer()
    const eve = await site.signedIn()
    const hers = await enrolled(eve.client)
    await hers.answer()
    pass(16)
    const byPassword = await prove(tokenOf(client), { password: PASSWORD })
    expect(byPassword).toMatchObject({ status: 403, body: { methods: ['totp'] } })
    vi.setSystemTime(Date.now() + 30_000)
    const code = new TOTP({ secret: hers.secret }).generate({ timestamp: Date.now() })
    const byHers = client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
    expect(await codeOf(byHers)).toBe('mfa_verification_failed')
    const hersAsMine = client.auth.mfa.challengeAndVerify({ factorId: hers.id, code })
    expect(await codeOf(hersAsMine)).toBe('mfa_factor_not_found')
    expect(await codeOf(rename(client))).toBe('proof_needed')
  })

  test('by no anonymous account, which has nothing to give and is not asked', async () => {
    const client = site.browser()
    await client.auth.signInAnonymously()
    expect(await isProved(tokenOf(client))).toBe(false)
    expect(await codeOf(rename(client))).toBeNull()
  })
})

describe('guesses', () => {
  const wrong = { password: 'x'.repeat(100) }
  const guess = async (client: SupabaseClient) => (await prove(tokenOf(client), wrong)).body.code

  test('end after ten in a session, also for the right password; the owner signs in again', async () => {
    expect(defaultLimits.proofFailures).toEqual({ burst: 10, refillMs: 300_000 })
    const { client, email } = await site.signedIn()
    const answers = []
    for (let count = 0; count < 11; count++) answers.push(await guess(client))
    expect([...new Set(answers)]).toEqual(['invalid_credentials', 'over_request_rate_limit'])
    const right = await prove(tokenOf(client), { password: PASSWORD })
    expect(right.body.code).toBe('over_request_rate_limit')
    const again = site.browser()
    expect((await again.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect(await isProved(tokenOf(again))).toBe(true)
  })

  test('count against the account like failed sign-ins', async () => {
    const { client, email } = await site.signedIn()
    const { limits } = site.auth.ctx
    const bucket = async () => {
      const sql = 'select tokens from auth.rate_limits where key = $1'
      const key = `signInFailuresOfAccount:${email}`
      return Number((await site.db.pool.query(sql, [key])).rows[0]?.tokens)
    }
    await guess(client)
    await guess(client)
    expect(await bucket()).toBeCloseTo(limits.signInFailuresOfAccount.burst - 2, 0)
    await prove(tokenOf(client), { password: PASSWORD })
    expect(await bucket()).toBeCloseTo(limits.signInFailuresOfAccount.burst - 2, 0)
  })

  test('of codes end as well', { tags: 'long' }, async () => {
    const { client } = await site.signedIn()
    const factor = await enrolled(client)
    await factor.answer()
    const wrongCode = () =>
      client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' })
    const codes = []
    for (let count = 0; count < 11; count++) codes.push(await codeOf(wrongCode()))
    expect([...new Set(codes)]).toEqual(['mfa_verification_failed', 'over_request_rate_limit'])
  })

  test('of a visitor reach nothing', async () => {
    expect((await site.ask('/proof', { json: { password: PASSWORD } })).status).toBe(401)
    expect((await site.ask('/proof', { method: 'GET' })).status).toBe(401)
  })
})
