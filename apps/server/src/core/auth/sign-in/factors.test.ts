import { randomBytes, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  openSite,
  PASSWORD,
  type Site,
  tokenOf,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { system } from '../../../platform/database/db.ts'
import { createSecrets, type Secrets } from '../../../platform/security/secrets.ts'
import { resealFactors, TOTP_SEAL } from './factors.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ limits: { smsTo: { burst: 20, refillMs: 1000 } } })
})
afterAll(() => site.close())

/** Each call is a time step later: no code works twice. */
function codeOf(secret: string): string {
  vi.setSystemTime(Date.now() + 30_000)
  return new TOTP({ secret }).generate({ timestamp: Date.now() })
}
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_800_000 }))
afterAll(() => void vi.useRealTimers())

async function enroll(client: SupabaseClient, friendlyName?: string) {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    issuer: 'Semblance',
    ...(friendlyName ? { friendlyName } : {}),
  })
  if (error) throw error
  return data
}

async function prove(client: SupabaseClient, factor: { id: string; totp: { secret: string } }) {
  const code = codeOf(factor.totp.secret)
  return await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
}

/** An account with a verified factor, its session at aal2. */
async function guarded() {
  const { client, email } = await site.signedIn()
  const factor = await enroll(client)
  const { error } = await prove(client, factor)
  if (error) throw error
  return { client, email, factor }
}

/** The same account, signed in by password alone. */
async function byPassword(email: string): Promise<SupabaseClient> {
  const client = site.browser()
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return client
}

test('a TOTP factor is enrolled with a QR code that fits a data URL', async () => {
  const { client, email } = await site.signedIn()
  const { totp, friendly_name } = await enroll(client, 'Phone')
  expect(friendly_name).toBe('Phone')
  expect(totp.uri).toContain(`otpauth://totp/Semblance:${encodeURIComponent(email)}`)
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
  expect(totp.qr_code).not.toMatch(/[#%]/)
  expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  const { data } = await client.auth.mfa.listFactors()
  expect(data?.all).toMatchObject([{ factor_type: 'totp', status: 'unverified' }])
})

test('a right code raises the very session to aal2, and says so in its claims', async () => {
  const { client } = await site.signedIn()
  const before = (await client.auth.getClaims(await tokenOf(client))).data!.claims
  const factor = await enroll(client)
  const { data, error } = await prove(client, factor)
  expect(error).toBeNull()
  expect(data?.user.factors).toMatchObject([{ status: 'verified' }])
  const { claims } = (await client.auth.getClaims(await tokenOf(client))).data!
  expect(claims).toMatchObject({ aal: 'aal2', session_id: before.session_id })
  expect(claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }])
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
})

test('tokens of the session at aal1, and other sessions at aal1, end with the first proof', async () => {
  const { client, email } = await site.signedIn()
  const other = await byPassword(email)
  const stale = (await client.auth.getSession()).data.session!
  await prove(client, await enroll(client))
  const refreshed = await site.browser().auth.refreshSession({ refresh_token: stale.refresh_token })
  expect(refreshed.error?.code).toBe('refresh_token_not_found')
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  const session = await site.auth.verify(stale.access_token)
  expect(session).toMatchObject({ aal: 'aal1', awaitsSecondFactor: true })
})

test('aal2 survives a refresh', async () => {
  const { client } = await guarded()
  await client.auth.refreshSession()
  expect(await site.auth.verify(await tokenOf(client))).toMatchObject({
    aal: 'aal2',
    awaitsSecondFactor: false,
  })
})

test('without the second factor, nothing that guards the account can be changed', async () => {
  const { email, factor } = await guarded()
  const thief = await byPassword(email)
  const refusals = [
    await thief.auth.updateUser({ password: 'of the thief' }),
    await thief.auth.updateUser({ email: site.newEmail() }),
    await thief.auth.updateUser({ phone: '+4915112345678' }),
    await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
    await thief.auth.mfa.unenroll({ factorId: factor.id }),
    await thief.auth.linkIdentity({ provider: 'google' }),
    await thief.auth.unlinkIdentity({ identity_id: randomUUID() } as never),
  ]
  expect(refusals.map(({ error }) => error?.code)).toEqual(
    Array.from({ length: refusals.length }, () => 'insufficient_aal'),
  )
  expect((await thief.auth.updateUser({ data: { n: 1 } })).error).toBeNull()
})

test('a factor that was enrolled before another one was verified does not get past it', async () => {
  const { client, email } = await site.signedIn()
  const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915155500011' })
  await prove(client, await enroll(client, 'App'))
  const thief = await byPassword(email)
  const challenge = await thief.auth.mfa.challenge({ factorId: phone.data!.id })
  const { code } = (await site.mailsTo('+4915155500011'))[0]!
  const { error } = await thief.auth.mfa.verify({
    factorId: phone.data!.id,
    challengeId: challenge.data!.id,
    code,
  })
  expect(error?.code).toBe('insufficient_aal')
})

test('a code works once, whatever challenge it answers', async () => {
  const { client, factor } = await guarded()
  const code = codeOf(factor.totp.secret)
  const answer = async () =>
    (await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error?.code
  expect(await answer()).toBeUndefined()
  expect(await answer()).toBe('mfa_verification_failed')
})

test('a challenge is answered once, in time, by its own session, after few wrong answers', async () => {
  const { client, factor } = await guarded()
  const factorId = factor.id
  const challenge = async () => (await client.auth.mfa.challenge({ factorId })).data!
  const answer = async (challengeId: string, code = codeOf(factor.totp.secret), by = client) =>
    (await by.auth.mfa.verify({ factorId, challengeId, code })).error?.code

  const used = await challenge()
  expect(used.expires_at - Math.floor(Date.now() / 1000)).toBe(300)
  expect(await answer(used.id)).toBeUndefined()
  expect(await answer(used.id)).toBe('mfa_ip_address_mismatch')
  expect(await answer(randomUUID())).toBe('mfa_factor_not_found')

  const late = await challenge()
  await site.db.transaction(system, (tx) =>
    tx
      .updateTable('auth.challenges')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', late.id)
      .execute(),
  )
  expect(await answer(late.id)).toBe('mfa_challenge_expired')

  const guessed = await challenge()
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await answer(guessed.id, 'nonsense')).toBe('mfa_verification_failed')
  }
  expect(await answer(guessed.id)).toBe('mfa_challenge_expired')
})

test('a stranger cannot challenge, answer or remove a factor', async () => {
  const { factor } = await guarded()
  const { client: stranger } = await site.signedIn()
  const factorId = factor.id
  const results = [
    await stranger.auth.mfa.challenge({ factorId }),
    await stranger.auth.mfa.verify({ factorId, challengeId: randomUUID(), code: '123456' }),
    await stranger.auth.mfa.unenroll({ factorId }),
  ]
  for (const { error } of results) expect(error).toMatchObject({ code: 'mfa_factor_not_found' })
  const path = await site.ask('/factors/..%2f..%2fuser/challenge', {
    token: await tokenOf(stranger),
    json: {},
  })
  expect(path.status).toBe(404)
})

test('a removed factor takes its sessions down to aal1, whoever removes it', async () => {
  for (const remove of ['owner', 'service'] as const) {
    const { client, factor } = await guarded()
    const other = await tokenOf(client)
    const { userId } = (await site.auth.verify(other))!
    if (remove === 'owner') await client.auth.mfa.unenroll({ factorId: factor.id })
    else await site.service().auth.admin.mfa.deleteFactor({ id: factor.id, userId })
    expect(await site.auth.verify(other)).toMatchObject({ aal: 'aal1', awaitsSecondFactor: false })
    await client.auth.refreshSession()
    const { claims } = (await client.auth.getClaims(await tokenOf(client))).data!
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  }
})

test('a phone factor is proven by a code that comes by SMS', async () => {
  const { client } = await site.signedIn()
  const phone = '+4915155500022'
  const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone })
  expect(data).toMatchObject({ type: 'phone', phone: phone.slice(1) })
  const factorId = data!.id
  const challenge = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
  expect(challenge.data).toMatchObject({ type: 'phone' })
  const [sms] = await site.mailsTo(phone)
  const challengeId = challenge.data!.id
  const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: '000000' })
  expect(wrong.error?.code).toBe('mfa_verification_failed')
  const right = await client.auth.mfa.verify({ factorId, challengeId, code: sms!.code })
  expect(right.error).toBeNull()
  const { claims } = (await client.auth.getClaims(await tokenOf(client))).data!
  expect(claims.amr?.[0]).toMatchObject({ method: 'mfa/phone' })
  const twice = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'b' })
  expect(twice.error?.code).toBe('mfa_verified_factor_exists')
})

test('names are unique, factors are counted, and malformed ones refused', {
  tags: 'long',
}, async () => {
  const { client } = await site.signedIn()
  await enroll(client)
  const unnamed = await client.auth.mfa.enroll({ factorType: 'totp' })
  expect(unnamed.error?.code).toBe('mfa_factor_name_conflict')
  for (let count = 1; count < 10; count++) await enroll(client, `No. ${count}`)
  const more = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
  expect(more.error?.code).toBe('too_many_enrolled_mfa_factors')
  const malformed = await client.auth.mfa.enroll({ factorType: 'phone', phone: '12' })
  expect(malformed.error?.code).toBe('validation_failed')
})

test('the first proof removes unverified factors of its kind', async () => {
  const { client } = await site.signedIn()
  await enroll(client, 'Forgotten')
  await prove(client, await enroll(client, 'Used'))
  const { data } = await client.auth.mfa.listFactors()
  expect(data?.all.map(({ friendly_name }) => friendly_name)).toEqual(['Used'])
})

test('without a way to send SMS there are no phone factors', async () => {
  const mute = await openSite({ settings: { sms: null } })
  try {
    const { client } = await mute.signedIn()
    const phone = '+4915155500033'
    const { error } = await client.auth.mfa.enroll({ factorType: 'phone', phone })
    expect(error?.code).toBe('mfa_phone_enroll_not_enabled')
    const update = await client.auth.updateUser({ phone })
    expect(update.error?.code).toBe('phone_provider_disabled')
  } finally {
    await mute.close()
  }
})

test('an anonymous account has no factors', async () => {
  const open = await openSite({ settings: { anonymousSignIns: true } })
  try {
    const client = open.browser()
    await client.auth.signInAnonymously()
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(error).toMatchObject({ status: 403 })
  } finally {
    await open.close()
  }
})

test('a TOTP secret is stored sealed', async () => {
  const { factor } = await guarded()
  const row = await site.db.transaction(system, (tx) =>
    tx.selectFrom('auth.factors').selectAll().where('id', '=', factor.id).executeTakeFirst(),
  )
  expect(row?.secret_sealed).not.toContain(factor.totp.secret)
})

test('TOTP secrets open under a new master secret once they are sealed under it', async () => {
  const { factor } = await guarded()
  const renewed = createSecrets(randomBytes(32))
  const { secrets } = site.auth.ctx
  const openFactor = (by: Secrets) =>
    site.db.transaction(system, async (tx) => {
      const rows = tx.selectFrom('auth.factors').selectAll().where('id', '=', factor.id)
      return by.open(TOTP_SEAL, (await rows.executeTakeFirstOrThrow()).secret_sealed!)
    })
  const move = (from: Secrets, to: Secrets) =>
    site.db.transaction(system, (tx) => resealFactors(tx, { from, to }))
  await move(secrets, renewed)
  expect(await openFactor(renewed)).toBe(factor.totp.secret)
  await expect(openFactor(secrets)).rejects.toThrow()
  await expect(move(secrets, renewed)).rejects.toThrow()
  await move(renewed, secrets)
})
