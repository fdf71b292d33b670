/** A real OpenID Connect provider, and a person who signs in there, for this module's tests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { vi } from 'vitest'

export type Claims = {
  email?: string
  email_verified?: boolean
  given_name?: string
  groups?: string[]
}

export type TestProvider = {
  issuer: string
  /** Holds the provider's claims about each person. */
  people: Map<string, Claims>
  /** Called once the site's address is known. */
  open: (redirectUris: string[]) => Promise<void>
  /** An ID token as the provider would sign it, with any claims. */
  idToken: (claims: object, key?: CryptoKey) => Promise<string>
  close: () => Promise<void>
}

export const CLIENT = { id: 'semblance', secret: 'a secret of the test' }

const KEY_ID = 'test'

export async function startProvider(): Promise<TestProvider> {
  const people = new Map<string, Claims>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  let handle: ReturnType<Provider['callback']> | null = null
  const server = createServer((request, response) => void handle?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    people,
    idToken: (claims, key = privateKey) => signIdToken(issuer, claims, key),
    open: async (redirectUris) => {
      const jwk = { ...(await exportJWK(privateKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }
      const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {}) // that it is no production set-up
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: redirectUris,
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['given_name', 'family_name', 'name', 'groups'],
        },
        conformIdTokenClaims: false,
        cookies: { keys: ['test'] },
        jwks: { keys: [jwk] },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        findAccount: (_, id) => ({
          accountId: id,
          claims: async () => ({ sub: id, ...people.get(id) }),
        }),
      })
      warnings.mockRestore()
      handle = provider.callback()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function signIdToken(issuer: string, claims: object, key: CryptoKey): Promise<string> {
  return new SignJWT({ iss: issuer, aud: CLIENT.id, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(key)
}

/** Holds one browser's cookies by host, with a fetch that stores and sends them. */
export function cookieJar() {
  const jar = new Map<string, Map<string, string>>()
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(url)
    const cookies = jar.get(host) ?? new Map<string, string>()
    jar.set(host, cookies)
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    return response
  }
}

export type Browse = ReturnType<typeof cookieJar>

/** Signs in as `person` at the provider and agrees; ends before the address that `stopAt` begins. */
export async function visitProvider(
  browse: Browse,
  start: string,
  person: string,
  stopAt: string,
): Promise<URL> {
  let url = new URL(start)
  for (let step = 0; step < 12; step++) {
    if (url.href.startsWith(stopAt)) return url
    let response = await browse(url)
    if (response.status === 200) {
      const prompt = (await response.text()).includes('name="login"') ? 'login' : 'consent'
      const form = new URLSearchParams({ prompt, login: person, password: 'any' })
      response = await browse(url, { method: 'POST', body: form })
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url.pathname} answered ${response.status} without a way on.`)
    url = new URL(location, url)
  }
  throw new Error('The provider leads in circles.')
}
