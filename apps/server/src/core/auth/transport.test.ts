import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../../../testing/fixtures/auth-fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const ask = (path: string, init?: RequestInit) => fetch(`${site.url}/auth/v1${path}`, init)

test('errors follow the version the client asked for, and browsers may read them', async () => {
  const modern = await ask('/user', { headers: { 'X-Supabase-Api-Version': '2024-01-01' } })
  expect(modern.status).toBe(401)
  expect(modern.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(modern.headers.get('x-sb-error-code')).toBe('no_authorization')
  expect(modern.headers.get('access-control-allow-origin')).toBe('*')
  expect(modern.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
  expect(await modern.json()).toEqual({
    code: 'no_authorization',
    message: 'This endpoint requires a valid Bearer token',
  })
  const old = await ask('/user')
  expect(await old.json()).toMatchObject({ code: 401, error_code: 'no_authorization' })
})

test('a preflight needs no session', async () => {
  const response = await ask('/user', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,x-supabase-api-version',
    },
  })
  expect(response.ok).toBe(true)
  expect(response.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version')
})

test.each([
  ['no JSON', '/signup', 'nonsense', 400, 'bad_json'],
  ['a body beyond 1 MB', '/signup', 'x'.repeat(1024 * 1024 + 1), 413, 'request_entity_too_large'],
  ['a sign-up without an address', '/signup', '{}', 422, 'anonymous_provider_disabled'],
  ['an unknown path', '/passkeys', '{}', 404, 'not_found'],
])('%s is refused with its code', async (_, path, body, status, code) => {
  const response = await ask(path, { method: 'POST', body })
  expect(response.status).toBe(status)
  expect(response.headers.get('x-sb-error-code')).toBe(code)
})

test('settings and health tell what the server is', async () => {
  expect(await (await ask('/settings')).json()).toMatchObject({ mailer_autoconfirm: false })
  expect((await ask('/health')).status).toBe(200)
})
