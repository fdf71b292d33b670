import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, PASSWORD, type Site } from '../../../../testing/fixtures/auth-fixtures.ts'
import { system } from '../../../platform/database/db.ts'
import { anonKey, createAuth } from '../service.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const refresh = async (token: string) => {
  const { data, error } = await site.browser().auth.refreshSession({ refresh_token: token })
  return { token: data.session?.refresh_token, code: error?.code }
}

const userOf = async (accessToken: string) => {
  const response = await fetch(`${site.url}/auth/v1/user`, {
    headers: { Authorization: `Bearer ${accessToken}`, 'X-Supabase-Api-Version': '2024-01-01' },
  })
  const { email, code } = (await response.json()) as { email?: string; code?: string }
  return { email, code, status: response.status }
}

test('an unknown user and a wrong password get the same answer', async () => {
  const { email } = await site.signedIn()
  const answers = []
  for (const credentials of [
    { email, password: 'wrong' },
    { email: site.newEmail(), password: PASSWORD },
    { email, password: 'x'.repeat(100) },
  ]) {
    const response = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: JSON.stringify(credentials),
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    })
    answers.push({ status: response.status, body: await response.text() })
  }
  expect(answers[0]).toEqual({
    status: 400,
    body: '{"code":"invalid_credentials","message":"Invalid login credentials"}',
  })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('a session says who it is for, and its claims verify against the published keys', async () => {
  const { client, email } = await site.signedIn()
  const { data } = await client.auth.getSession()
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email } })
  const requested: string[] = []
  const watching = createClient(site.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => {
        requested.push(String(input))
        return fetch(input, init)
      },
    },
  })
  const claims = await watching.auth.getClaims(data.session!.access_token)
  expect(claims.error).toBeNull()
  expect(claims.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
  expect(claims.data?.claims).toMatchObject({
    iss: `${site.url}/auth/v1`,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
  })
  expect(requested).toEqual([`${site.url}/auth/v1/.well-known/jwks.json`])
})

test('a refresh token is swapped, and handed out again while its successor is unused', async () => {
  const { client } = await site.signedIn()
  const first = (await client.auth.getSession()).data.session!.refresh_token
  const second = (await refresh(first)).token
  expect(second).toBeTruthy()
  expect(second).not.toBe(first)
  expect((await refresh(first)).token).toBe(second) // its answer may have been lost on the way
})

test('a refresh token used after its successor ends the whole session', async () => {
  const { client } = await site.signedIn()
  const session = (await client.auth.getSession()).data.session!
  const second = (await refresh(session.refresh_token)).token!
  const third = (await refresh(second)).token!
  expect((await refresh(session.refresh_token)).code).toBe('refresh_token_already_used')
  expect((await refresh(third)).code).toBe('refresh_token_not_found')
  expect(await userOf(session.access_token)).toMatchObject({
    status: 403,
    code: 'session_not_found',
  })
})

test('a session that cannot be renewed is over', async () => {
  const { error } = await site.browser().auth.refreshSession({ refresh_token: 'nobody-s' })
  expect(error?.message).toBe('Invalid Refresh Token: Refresh Token Not Found')
})

test('refreshes at the same time end with one and the same token', async () => {
  const { client } = await site.signedIn()
  const token = (await client.auth.getSession()).data.session!.refresh_token
  const results = await Promise.all(Array.from({ length: 5 }, () => refresh(token)))
  expect(new Set(results.map((result) => result.token)).size).toBe(1)
})

test('signing out makes the access token unusable, here or everywhere', async () => {
  const { client, email } = await site.signedIn()
  const here = (await client.auth.getSession()).data.session!
  const elsewhere = site.browser()
  await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })
  const other = (await elsewhere.auth.getSession()).data.session!

  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect(await userOf(here.access_token)).toMatchObject({ code: 'session_not_found' })
  expect((await refresh(here.refresh_token)).code).toBe('refresh_token_not_found')
  expect(await userOf(other.access_token)).toMatchObject({ email })
  await expect(site.auth.verify(here.access_token)).rejects.toMatchObject({
    code: 'session_not_found',
  })

  const third = site.browser()
  await third.auth.signInWithPassword({ email, password: PASSWORD })
  const kept = (await third.auth.getSession()).data.session!
  await third.auth.signOut({ scope: 'others' })
  expect(await userOf(other.access_token)).toMatchObject({ code: 'session_not_found' })
  expect(await userOf(kept.access_token)).toMatchObject({ email })
  await third.auth.signOut()
  expect(await userOf(kept.access_token)).toMatchObject({ code: 'session_not_found' })
})

test('a banned account keeps neither its sessions nor its way in', async () => {
  const { client, email } = await site.signedIn()
  const session = (await client.auth.getSession()).data.session!
  await site.db.transaction(system, (tx) =>
    tx
      .updateTable('auth.users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('email', '=', email)
      .execute(),
  )
  expect(await userOf(session.access_token)).toMatchObject({ status: 403, code: 'user_banned' })
  expect((await refresh(session.refresh_token)).code).toBe('user_banned')
  const { error } = await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  expect(error?.code).toBe('user_banned')
})

test('the anonymous key is nobody, and a stranger’s token is told apart from it', async () => {
  expect(await site.auth.verify(anonKey)).toBeNull()
  await expect(site.auth.verify('')).rejects.toMatchObject({
    status: 401,
    code: 'no_authorization',
  })
  await expect(site.auth.verify('no.jwt.here')).rejects.toMatchObject({
    status: 403,
    code: 'bad_jwt',
  })
  expect(await userOf('no.jwt.here')).toMatchObject({ status: 403, code: 'bad_jwt' })
})

test('processes that start together share one signing key', async () => {
  const options = { ...site.auth.ctx }
  const [one, two] = await Promise.all([createAuth(options), createAuth(options)])
  const keys = await Promise.all([one, two].map((auth) => auth.ctx.keyRing.current()))
  expect(keys[0]!.jwks).toHaveLength(1)
  expect(keys[1]!.jwks).toEqual(keys[0]!.jwks)
  expect(keys[0]!.jwks[0]).not.toHaveProperty('d')
})

test('nothing that opens an account is stored as it is', async () => {
  const { client } = await site.signedIn()
  const session = (await client.auth.getSession()).data.session!
  const { rows } = await site.db.pool.query(
    `select (select json_agg(t)::text from auth.refresh_tokens t) || (select json_agg(u)::text from auth.users u)
      || (select json_agg(k)::text from auth.signing_keys k) as everything`,
  )
  const everything = rows[0].everything as string
  expect(everything).not.toContain(session.refresh_token)
  expect(everything).not.toContain(PASSWORD)
  expect(everything).not.toContain('"d":')
})

test('the callers’ roles cannot reach the accounts’ tables', async () => {
  for (const role of ['anon', 'authenticated'] as const) {
    const read = site.db.transaction({ role }, (tx) =>
      tx.selectFrom('auth.users').select('id').execute(),
    )
    await expect(read).rejects.toMatchObject({ code: '42501' })
  }
})

test('too many wrong passwords from one address on one account are refused', {
  tags: 'long',
}, async () => {
  const { email } = await site.signedIn()
  const codes = []
  for (let attempt = 0; attempt < 21; attempt++) {
    const { error } = await site.browser().auth.signInWithPassword({ email, password: 'wrong' })
    codes.push(error?.code)
  }
  expect(codes[0]).toBe('invalid_credentials')
  expect(codes.at(-1)).toBe('over_request_rate_limit')
})
