import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { cookieJar } from '../../../../testing/fakes/auth-provider.ts'
import {
  follow,
  fragmentOf,
  PASSWORD,
  tokenOf,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { errorOf, useProvider } from '../../../../testing/fixtures/auth-flows.ts'

const { site, provider, newPerson, visit, knock, signIn } = await useProvider()

async function link(client: SupabaseClient, sub: string) {
  const browse = cookieJar()
  const query = 'provider=acme&skip_http_redirect=true'
  const response = await browse(`${site.url}/auth/v1/user/identities/authorize?${query}`, {
    headers: { Authorization: `Bearer ${await tokenOf(client)}` },
  })
  const { url } = (await response.json()) as { url: string }
  return await knock(browse, await visit(browse, url, sub))
}

test('an identity is linked, signs in, and is unlinked again', async () => {
  const { client, email } = await site.signedIn()
  const offered = await client.auth.linkIdentity({
    provider: 'acme' as never,
    options: { skipBrowserRedirect: true },
  })
  expect(offered.data.url).toContain(provider.issuer)
  const { sub } = newPerson()
  expect(fragmentOf(await link(client, sub)).access_token).toBeTruthy()
  const { user } = await signIn(sub)
  expect(user?.email).toBe(email)
  const { data } = await client.auth.getUserIdentities()
  expect(data?.identities.map((identity) => identity.provider)).toEqual(['email', 'acme'])
  const acme = data!.identities[1]!
  expect((await client.auth.unlinkIdentity(acme)).error).toBeNull()
  const last = await client.auth.unlinkIdentity(data!.identities[0]!)
  expect(last.error?.code).toBe('single_identity_not_deletable')
  const gone = await client.auth.unlinkIdentity(acme)
  expect(gone.error?.code).toBe('identity_not_found')
})

test('an identity of one account cannot be linked to another, nor unlinked by it', async () => {
  const { sub } = newPerson()
  const { user } = await signIn(sub)
  const { client } = await site.signedIn()
  expect(errorOf(await link(client, sub))).toBe('identity_already_exists')
  const theirs = await client.auth.unlinkIdentity(user!.identities![0]!)
  expect(theirs.error?.code).toBe('identity_not_found')
  const path = await site.ask('/user/identities/nonsense', {
    method: 'DELETE',
    token: await tokenOf(client),
  })
  expect(path.status).toBe(404)
})

test('signing out ends a visit that was to link', { tags: 'long' }, async () => {
  const { client } = await site.signedIn()
  const { sub } = newPerson()
  const browse = cookieJar()
  const response = await browse(
    `${site.url}/auth/v1/user/identities/authorize?provider=acme&skip_http_redirect=true`,
    { headers: { Authorization: `Bearer ${await tokenOf(client)}` } },
  )
  const { url } = (await response.json()) as { url: string }
  const callback = await visit(browse, url, sub)
  await client.auth.signOut()
  expect(errorOf(await knock(browse, callback))).toBe('bad_oauth_state')
})

test('with the e-mail identity goes the password, and the address moves to what is left', {
  tags: 'long',
}, async () => {
  const { client, email } = await site.signedIn()
  const { sub, email: theirs } = newPerson()
  await link(client, sub)
  await site.browser().auth.resetPasswordForEmail(email)
  const recovery = (await site.mailsTo(email))[0]!.link
  const { data } = await client.auth.getUserIdentities()
  expect((await client.auth.unlinkIdentity(data!.identities[0]!)).error).toBeNull()
  const { user } = (await client.auth.getUser()).data
  expect(user).toMatchObject({ email: theirs, app_metadata: { providers: ['acme'] } })
  expect(fragmentOf(await follow(recovery)).error_code).toBe('otp_expired')
  for (const address of [email, theirs]) {
    const old = await site.browser().auth.signInWithPassword({ email: address, password: PASSWORD })
    expect(old.error?.code).toBe('invalid_credentials')
  }
})

test('the address cannot move to one that is unverified or another’s', {
  tags: 'long',
}, async () => {
  const { email: taken } = await site.signedIn()
  for (const claims of [{ email_verified: false }, { email: taken }]) {
    const { client, email } = await site.signedIn()
    await link(client, newPerson(claims).sub)
    const { data } = await client.auth.getUserIdentities()
    const { error } = await client.auth.unlinkIdentity(data!.identities[0]!)
    expect(error?.code).toBe('email_conflict_identity_not_deletable')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  }
})

test('an anonymous account becomes a permanent one by a linked identity', async () => {
  const client = site.browser()
  const before = (await client.auth.signInAnonymously()).data.user
  const { sub, email } = newPerson()
  await link(client, sub)
  const { user } = await signIn(sub)
  expect(user).toMatchObject({ id: before!.id, email, is_anonymous: false })
})
