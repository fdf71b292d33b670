/** Every call of the published client is shown by a test of this module, or answered as one we do not offer. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../../../testing/fixtures/auth-fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Sign-in by wallet, passkey or SAML, and our being a provider to others, are no part of the platform. */
const notOffered = ['signInWithWeb3', 'signInWithPasskey', 'registerPasskey']
/** Steps of other calls, which TypeScript keeps private. */
const internal = [
  'fetchJwk',
  'linkIdentityIdToken',
  'linkIdentityOAuth',
  'signInWithEthereum',
  'signInWithSolana',
]
/** Lists the client methods that send no request to the server. */
const local = [
  'dispose',
  'initialize',
  'isThrowOnErrorEnabled',
  'onAuthStateChange',
  'startAutoRefresh',
  'stopAutoRefresh',
]
const root = join(import.meta.dirname, '../../..')
const tests = globSync(['src/core/auth/**/*.test.ts', 'testing/*/auth-*.ts'], { cwd: root })
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join()

function methodsOf(object: object): string[] {
  const names = new Set(Object.getOwnPropertyNames(object))
  for (let type = object; type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    for (const name of Object.getOwnPropertyNames(type)) names.add(name)
  }
  const isMethod = (name: string) =>
    typeof (object as Record<string, unknown>)[name] === 'function' &&
    /^[a-z]/.test(name) &&
    !['constructor', 'fetch', 'lock', 'logger'].includes(name)
  return [...names].filter(isMethod)
}

test('every call is tested', () => {
  const { auth } = site.service()
  const calls = [auth, auth.admin, auth.mfa, auth.admin.mfa].flatMap(methodsOf)
  expect(calls).toContain('signInWithPassword')
  const untested = calls.filter(
    (name) =>
      ![...local, ...notOffered, ...internal].includes(name) && !tests.includes(`.${name}(`),
  )
  expect(untested).toEqual([])
})

test.each(['/passkeys', '/oauth/authorize', '/factors/recovery'])(
  '%s is not offered, and says so',
  async (path) => {
    const { status, body } = await site.ask(path, { json: {} })
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
  },
)

test('a domain that no company has proved leads to no provider', async () => {
  const { error } = await site.browser().auth.signInWithSSO({ domain: 'unproved.example' })
  expect(error?.code).toBe('sso_provider_not_found')
})
