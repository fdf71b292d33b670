import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  PASSWORD,
  type Site,
  tokenOf,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { anonKey } from '../service.ts'

let site: Site
let admin: ReturnType<Site['service']>['auth']['admin']
const onConfirmed = vi.fn(async () => {})
const onEmailChanged = vi.fn(async () => {})
beforeAll(async () => {
  site = await openSite({ onConfirmed, onEmailChanged })
  admin = site.service().auth.admin
})
afterAll(() => site.close())

test('the admin endpoints cannot be used without the service key', async () => {
  const { client } = await site.signedIn()
  const id = randomUUID()
  const requests: [string, string][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${id}`],
    ['PUT', `/admin/users/${id}`],
    ['DELETE', `/admin/users/${id}`],
    ['GET', `/admin/users/${id}/factors`],
    ['DELETE', `/admin/users/${id}/factors/${id}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ]
  for (const [method, path] of requests) {
    expect(await site.ask(path, { method })).toMatchObject({ status: 401 })
    for (const token of [await tokenOf(client), anonKey, `${site.auth.ctx.serviceKey}x`]) {
      const { status, body } = await site.ask(path, { method, token })
      expect({ path, status, code: body.code }).toEqual({ path, status: 403, code: 'not_admin' })
    }
  }
})

test('the service key is no session', async () => {
  await expect(site.auth.verify(site.auth.ctx.serviceKey)).rejects.toMatchObject({
    code: 'bad_jwt',
  })
})

test('accounts are made, read, changed and deleted', async () => {
  const email = site.newEmail()
  const made = await admin.createUser({
    email,
    password: PASSWORD,
    user_metadata: { n: 1 },
    app_metadata: { plan: 'a' },
  })
  expect(made.data.user).toMatchObject({ email, user_metadata: { n: 1 } })
  expect(made.data.user?.email_confirmed_at).toBeUndefined()
  expect(await site.mailsTo(email)).toEqual([])
  const id = made.data.user!.id
  expect((await admin.createUser({ email })).error?.code).toBe('email_exists')
  const early = await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  expect(early.error?.code).toBe('email_not_confirmed')

  const changed = await admin.updateUserById(id, { email_confirm: true, app_metadata: { b: 2 } })
  expect(changed.data.user?.app_metadata).toMatchObject({ plan: 'a', b: 2 })
  expect(onConfirmed).toHaveBeenCalledWith(expect.anything(), { id, email })
  const client = site.browser()
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()

  expect((await admin.getUserById(id)).data.user?.email).toBe(email)
  await admin.updateUserById(id, { password: 'a new password' })
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')

  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('a new address voids pending links and tells the platform', async () => {
  const { email, client } = await site.signedIn()
  const { userId } = (await site.auth.verify(await tokenOf(client)))!
  await site.browser().auth.resetPasswordForEmail(email)
  const { link } = (await site.mailsTo(email))[0]!
  const moved = site.newEmail()
  await admin.updateUserById(userId, { email: moved })
  expect(onEmailChanged).toHaveBeenCalledWith(expect.anything(), { id: userId, email: moved })
  expect(fragmentOf(await follow(link)).error_code).toBe('otp_expired')
  const { email: taken } = await site.signedIn()
  expect((await admin.updateUserById(userId, { email: taken })).error?.code).toBe('email_exists')
})

test('a ban ends access at once, and is lifted', async () => {
  const { client } = await site.signedIn()
  const token = await tokenOf(client)
  const { userId } = (await site.auth.verify(token))!
  await admin.updateUserById(userId, { ban_duration: '1h30m' })
  await expect(site.auth.verify(token)).rejects.toMatchObject({ code: 'user_banned' })
  await admin.updateUserById(userId, { ban_duration: 'none' })
  expect(await site.auth.verify(token)).toBeTruthy()
  const { error } = await admin.updateUserById(userId, { ban_duration: 'a while' })
  expect(error?.code).toBe('validation_failed')
})

test('a softly deleted account keeps its row and nothing personal', async () => {
  const { client, email } = await site.signedIn()
  const { userId } = (await site.auth.verify(await tokenOf(client)))!
  await admin.deleteUser(userId, true)
  const { user } = (await admin.getUserById(userId)).data
  expect(user).toMatchObject({ email: '', identities: [], user_metadata: {} })
  expect(user?.deleted_at).toBeTruthy()
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const back = await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  expect(back.error?.code).toBe('invalid_credentials')
  expect((await site.browser().auth.signUp({ email, password: PASSWORD })).error).toBeNull()
})

test('accounts are listed in pages that the client can follow, and found by address', {
  tags: 'long',
}, async () => {
  const own = await openSite()
  try {
    const service = own.service().auth.admin
    const emails = []
    for (let index = 0; index < 3; index++) emails.push((await own.signedIn()).email)
    const page = await service.listUsers({ page: 1, perPage: 2 })
    expect(page.data.users.map(({ email }) => email)).toEqual([emails[2], emails[1]])
    expect(page.data).toMatchObject({ total: 3, nextPage: 2, lastPage: 2 })
    const last = await service.listUsers({ page: 2, perPage: 2 })
    expect(last.data).toMatchObject({ nextPage: null, lastPage: 2 })
    const found = await own.ask(`/admin/users?filter=${emails[0]!.slice(0, 20)}`, {
      token: own.auth.ctx.serviceKey,
    })
    expect(found.body.users).toMatchObject([{ email: emails[0] }])
    const bad = await own.ask('/admin/users?page=x', { token: own.auth.ctx.serviceKey })
    expect(bad.status).toBe(400)
  } finally {
    await own.close()
  }
})

test.each([
  ['signup', { password: PASSWORD }],
  ['invite', {}],
  ['magiclink', {}],
] as const)('a %s link makes the account, mails nothing, and signs in', async (type, extra) => {
  const email = site.newEmail()
  const { data, error } = await admin.generateLink({ type, email, ...extra } as never)
  expect(error).toBeNull()
  expect(await site.mailsTo(email)).toEqual([])
  expect(data.user).toMatchObject({ email })
  expect(data.properties).toMatchObject({
    email_otp: expect.stringMatching(/^\d{6}$/),
    verification_type: type,
    redirect_to: site.url,
  })
  const landed = fragmentOf(await follow(data.properties!.action_link))
  expect(landed.access_token).toBeTruthy()
})

test('a generated link works by its hash and by its code, too', async () => {
  const { email } = await site.signedIn()
  const first = await admin.generateLink({ type: 'recovery', email })
  const byHash = await site.browser().auth.verifyOtp({
    token_hash: first.data.properties!.hashed_token,
    type: 'recovery',
  })
  expect(byHash.data.session?.user.email).toBe(email)
  const second = await admin.generateLink({ type: 'magiclink', email })
  const token = second.data.properties!.email_otp
  const byCode = await site.browser().auth.verifyOtp({ email, token, type: 'magiclink' })
  expect(byCode.data.session?.user.email).toBe(email)
})

test('links for an e-mail change are made for both sides', async () => {
  const { email } = await site.signedIn()
  const newEmail = site.newEmail()
  for (const type of ['email_change_current', 'email_change_new'] as const) {
    const { data } = await admin.generateLink({ type, email, newEmail })
    expect(data.properties!.verification_type).toBe(type)
    await follow(data.properties!.action_link)
  }
  const { error } = await site
    .browser()
    .auth.signInWithPassword({ email: newEmail, password: PASSWORD })
  expect(error).toBeNull()
  const unknown = await admin.generateLink({ type: 'recovery', email: site.newEmail() })
  expect(unknown.error?.code).toBe('user_not_found')
})

test('an invitation is mailed, may be repeated, and is refused for an account that stands', async () => {
  const email = site.newEmail()
  const { data } = await admin.inviteUserByEmail(email, {
    data: { first_name: 'Ada' },
    redirectTo: `${site.url}/welcome`,
  })
  expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' } })
  expect(data.user?.invited_at).toBeTruthy()
  expect((await admin.inviteUserByEmail(email)).error).toBeNull()
  const [fresh, stale] = await site.mailsTo(email)
  expect(fresh?.subject).toBe('You are invited to Semblance')
  expect(fragmentOf(await follow(stale!.link)).error_code).toBe('otp_expired')
  const landed = fragmentOf(await follow(fresh!.link))
  expect(landed).toMatchObject({ type: 'invite', token_type: 'bearer' })
  expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists')
})

test('the service role signs a session out with its token', async () => {
  const { client } = await site.signedIn()
  const token = await tokenOf(client)
  expect((await admin.signOut(token, 'global')).error).toBeNull()
  await expect(site.auth.verify(token)).rejects.toMatchObject({ code: 'session_not_found' })
})

test('factors of an account are listed', async () => {
  const { client } = await site.signedIn()
  const { userId } = (await site.auth.verify(await tokenOf(client)))!
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const { data } = await admin.mfa.listFactors({ userId })
  expect(data?.factors).toMatchObject([{ factor_type: 'totp', friendly_name: 'App' }])
})

test('paths that are no UUID are refused before anything is looked up', async () => {
  const token = site.auth.ctx.serviceKey
  for (const path of ['/admin/users/..%2Ffoo', '/admin/users/1', '/admin/users/x/factors']) {
    expect((await site.ask(path, { token })).status).toBe(404)
  }
})
