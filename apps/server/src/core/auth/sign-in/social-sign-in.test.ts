import { expect, test, vi } from 'vitest'
import { CLIENT, cookieJar } from '../../../../testing/fakes/auth-provider.ts'
import {
  follow,
  fragmentOf,
  PASSWORD,
  tokenOf,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { errorOf, useProvider } from '../../../../testing/fixtures/auth-flows.ts'
import { system } from '../../../platform/database/db.ts'

const onSignUp = vi.fn(async () => {})
const onConfirmed = vi.fn(async () => {})
const { site, newPerson, startUrl, visit, knock, signIn } = await useProvider({
  onSignUp,
  onConfirmed,
})

test('a person of a provider becomes an account, and comes back to the same one', async () => {
  const { sub, email } = newPerson()
  const { landed, user, session } = await signIn(sub)
  expect(landed.pathname).toBe('/after')
  expect(session).toMatchObject({ provider_token: expect.any(String) })
  expect(user).toMatchObject({
    email,
    app_metadata: { provider: 'acme', providers: ['acme'] },
    user_metadata: { first_name: 'Ada' },
    identities: [{ provider: 'acme', id: sub, email }],
  })
  expect(user?.email_confirmed_at).toBeTruthy()
  expect(onSignUp).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ email, metadata: { first_name: 'Ada' } }),
  )
  expect(onConfirmed).toHaveBeenCalledWith(expect.anything(), { id: user!.id, email })
  expect((await signIn(sub)).user?.id).toBe(user!.id)
})

test('without PKCE the tokens come in the fragment', async () => {
  const { sub, email } = newPerson()
  const browse = cookieJar()
  const landed = await knock(browse, await visit(browse, await startUrl(site.browser()), sub))
  const tokens = fragmentOf(landed)
  expect(tokens).toMatchObject({ token_type: 'bearer', provider_token: expect.any(String) })
  expect(await site.auth.verify(tokens.access_token!)).toMatchObject({ email })
})

test('the request to the provider keeps our parameters, whatever the caller adds', async () => {
  const query = new URLSearchParams({
    provider: 'acme',
    redirect_to: 'https://evil.example/',
    scopes: 'address',
    login_hint: 'ada',
    client_id: 'evil',
    redirect_uri: 'https://evil.example/',
    state: 'evil',
    nonce: 'evil',
    response_type: 'token',
    request_uri: 'https://evil.example/',
  })
  const response = await cookieJar()(`${site.url}/auth/v1/authorize?${query}`)
  expect(response.status).toBe(302)
  expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
  const { searchParams } = new URL(response.headers.get('location')!)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: CLIENT.id,
    redirect_uri: `${site.url}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile address',
    code_challenge_method: 'S256',
    login_hint: 'ada',
  })
  expect(searchParams.get('state')).not.toBe('evil')
  expect(searchParams.get('nonce')).not.toBe('evil')
  expect(searchParams.get('request_uri')).toBeNull()
  const unknown = await site.ask('/authorize?provider=other')
  expect(unknown).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('a state works once, also when two come at the same time, and a forged one never', async () => {
  const { sub } = newPerson()
  const browse = cookieJar()
  const start = await startUrl(site.browser({ flowType: 'pkce' }))
  const callback = await visit(browse, start, sub)
  const landings = await Promise.all([1, 2, 3].map(() => knock(browse, callback)))
  expect(landings.filter((url) => url.searchParams.has('code'))).toHaveLength(1)
  expect(errorOf(await knock(browse, callback))).toBe('flow_state_already_used')
  const forged = new URL(callback)
  forged.searchParams.set('state', '5b1b4a0e-0000-4000-8000-000000000000')
  expect(errorOf(await knock(browse, forged))).toBe('bad_oauth_state')
})

test('a visit cannot be ended by another browser than the one that began it', async () => {
  const { sub } = newPerson()
  const start = await startUrl(site.browser())
  const callback = await visit(cookieJar(), start, sub)
  const landed = await knock(cookieJar(), callback)
  expect(errorOf(landed)).toBe('bad_oauth_state')
  expect(fragmentOf(landed).access_token).toBeUndefined()
})

test('a code of the provider that was swapped on the way opens nothing', async () => {
  const [one, two] = [newPerson(), newPerson()]
  const [mine, other] = [cookieJar(), cookieJar()]
  const callback = await visit(mine, await startUrl(site.browser()), one.sub)
  const stolen = await visit(other, await startUrl(site.browser()), two.sub)
  callback.searchParams.set('code', stolen.searchParams.get('code')!)
  const landed = await knock(mine, callback)
  expect(errorOf(landed)).toBe('bad_oauth_callback')
  expect(landed.pathname).toBe('/after')
})

test('a provider that answers by a form is served, too', async () => {
  const { sub } = newPerson()
  const browse = cookieJar()
  const callback = await visit(browse, await startUrl(site.browser()), sub)
  const form = await fetch(`${site.url}/auth/v1/callback`, {
    method: 'POST',
    body: callback.searchParams,
    redirect: 'manual',
  })
  expect(form.status).toBe(303)
  const landed = await knock(browse, new URL(form.headers.get('location')!))
  expect(fragmentOf(landed).access_token).toBeTruthy()
})

test('who declines at the provider is told so where the visit was to end', async () => {
  const browse = cookieJar()
  const response = await browse(await startUrl(site.browser()))
  const state = new URL(response.headers.get('location')!).searchParams.get('state')!
  const query = new URLSearchParams({ state, error: 'access_denied', error_description: 'No.' })
  const landed = await knock(browse, new URL(`${site.url}/auth/v1/callback?${query}`))
  expect(landed.pathname).toBe('/after')
  expect(landed.searchParams.get('error_description')).toBe('No.')
})

test('a verified address of a confirmed account is the same person', async () => {
  const { email, client } = await site.signedIn()
  const { userId } = (await site.auth.verify(await tokenOf(client)))!
  const { sub } = newPerson({ email })
  const { user } = await signIn(sub)
  expect(user?.id).toBe(userId)
  expect(user?.app_metadata.providers).toEqual(['email', 'acme'])
  const still = await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  expect(still.error).toBeNull()
})

test('an address that the provider has not verified opens no account, new or known', async () => {
  const { email } = await site.signedIn()
  for (const address of [email, site.newEmail()]) {
    const { sub } = newPerson({ email: address, email_verified: false })
    const { landed, user } = await signIn(sub)
    expect(user).toBeNull()
    expect(errorOf(landed)).toBe('provider_email_needs_verification')
  }
})

test('an account that a stranger prepared under the address is none of its owner’s', async () => {
  const { sub, email } = newPerson()
  const squatter = await site.browser().auth.signUp({
    email,
    password: 'of the squatter',
    options: { data: { first_name: 'Eve', organization_id: 'ORG-12345-ABCDE' } },
  })
  const link = (await site.mailsTo(email))[0]!.link
  const { user } = await signIn(sub)
  expect(user?.id).not.toBe(squatter.data.user!.id)
  expect(user?.user_metadata).toEqual({ first_name: 'Ada' })
  expect(user?.identities).toHaveLength(1)
  const back = await site.browser().auth.signInWithPassword({ email, password: 'of the squatter' })
  expect(back.error?.code).toBe('invalid_credentials')
  expect(fragmentOf(await follow(link)).error_code).toBe('otp_expired')
})

test('an invited person may come by a provider, and keeps the invitation', async () => {
  const { sub, email } = newPerson()
  const invited = await site.service().auth.admin.inviteUserByEmail(email)
  const { user } = await signIn(sub)
  expect(user?.id).toBe(invited.data.user!.id)
  expect(user?.email_confirmed_at).toBeTruthy()
})

test('a banned person does not get in by a provider', async () => {
  const { sub } = newPerson()
  const { user } = await signIn(sub)
  await site.service().auth.admin.updateUserById(user!.id, { ban_duration: '1h' })
  expect(errorOf((await signIn(sub)).landed)).toBe('user_banned')
})

test('what a visit holds is stored hashed or sealed', async () => {
  await cookieJar()(await startUrl(site.browser()))
  const rows = await site.db.transaction(system, (tx) =>
    tx.selectFrom('auth.oauth_flows').selectAll().execute(),
  )
  expect(JSON.stringify(rows)).not.toMatch(/"verifier"|"nonce"/)
})

test('settings name the providers', async () => {
  expect((await site.ask('/settings')).body).toMatchObject({ external: { acme: true } })
})
