import { createHash } from 'node:crypto'
import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CLIENT,
  startProvider,
  type TestProvider,
} from '../../../../testing/fakes/auth-provider.ts'
import { openSite, type Site } from '../../../../testing/fixtures/auth-fixtures.ts'

let provider: TestProvider
let site: Site
beforeAll(async () => {
  provider = await startProvider()
  const options = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret }
  const acme = { name: 'acme', ...options, scopes: [], audiences: ['the-app'] }
  site = await openSite({ settings: { providers: [acme] } })
  await provider.open([`${site.url}/auth/v1/callback`])
})
afterAll(async () => {
  await site.close()
  await provider.close()
})

let count = 0
const person = () => ({
  sub: `device-${count++}`,
  email: site.newEmail(),
  email_verified: true,
  given_name: 'Ada',
})
const signIn = (token: string, more: { nonce?: string; access_token?: string } = {}) =>
  site.browser().auth.signInWithIdToken({ provider: 'acme', token, ...more })

test('an ID token of the provider signs in, for each of the apps that are configured', async () => {
  const claims = person()
  const { data, error } = await signIn(await provider.idToken(claims))
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: claims.email, app_metadata: { provider: 'acme' } })
  const app = await signIn(await provider.idToken({ ...claims, aud: 'the-app' }))
  expect(app.data.user?.id).toBe(data.user!.id)
})

test('a nonce is presented by who made it', async () => {
  const nonce = createHash('sha256').update('raw').digest('hex')
  const token = await provider.idToken({ ...person(), nonce })
  expect((await signIn(token, { nonce: 'raw' })).error).toBeNull()
  expect((await signIn(token, { nonce: 'other' })).error?.message).toBe('Nonces mismatch')
  const both = 'Passed nonce and nonce in id_token should either both exist or not.'
  expect((await signIn(token)).error?.message).toBe(both)
  const bare = await provider.idToken(person())
  expect((await signIn(bare, { nonce: 'raw' })).error?.message).toBe(both)
})

test('an access token has to belong to the ID token', async () => {
  const digest = createHash('sha256').update('mine').digest()
  const at_hash = digest.subarray(0, 16).toString('base64url')
  const token = await provider.idToken({ ...person(), at_hash })
  expect((await signIn(token, { access_token: 'mine' })).error).toBeNull()
  expect((await signIn(token, { access_token: 'stolen' })).error?.status).toBe(400)
})

test('tokens of another issuer, for another app, of another key or out of date are refused', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const now = Math.floor(Date.now() / 1000)
  const claims = person()
  const tokens = [
    await provider.idToken({ ...claims, iss: 'https://evil.example' }),
    await provider.idToken({ ...claims, aud: 'another-app' }),
    await provider.idToken(claims, privateKey),
    await provider.idToken({ ...claims, nbf: now + 3600 }),
    'nonsense',
  ]
  for (const token of tokens) {
    const answer = await site.ask('/token?grant_type=id_token', {
      json: { provider: 'acme', id_token: token, iss: 'https://evil.example' },
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(answer.body).not.toHaveProperty('code')
  }
})

test('an unverified address opens nothing, and an unknown provider is refused', async () => {
  const token = await provider.idToken({ ...person(), email_verified: false })
  expect((await signIn(token)).error?.status).toBe(400)
  const json = { provider: 'https://evil.example', id_token: token }
  expect(await site.ask('/token?grant_type=id_token', { json })).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  })
})

test('an ID token links an identity to who is signed in', { tags: 'long' }, async () => {
  const { client, email } = await site.signedIn()
  const claims = person()
  const token = await provider.idToken(claims)
  const linked = await client.auth.linkIdentity({ provider: 'acme' as never, token })
  expect(linked.error).toBeNull()
  const stranger = await site.signedIn()
  const taken = await stranger.client.auth.linkIdentity({ provider: 'acme' as never, token })
  expect(taken.error?.status).toBe(400)
  const { data } = await signIn(await provider.idToken(claims))
  expect(data.user?.email).toBe(email)
})
