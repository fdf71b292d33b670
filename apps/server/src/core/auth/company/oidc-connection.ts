/** OpenID Connect at the provider of a company: its description, the way there, and the answer. */
import * as oidc from 'openid-client'
import type { AddressGuard } from '../../../platform/security/address-guard.ts'
import { guardedFetch } from '../../../platform/security/guarded-fetch.ts'
import type { OidcSettings } from './companies.ts'

const TIMEOUT_SECONDS = 10
/** Holds how long a description is used before it is read again, and how many are kept. */
const KEPT_MS = 600_000
const MAX_KEPT = 500

export type OidcSecrets = { verifier: string; nonce: string }

type OidcClient = Pick<OidcSettings, 'issuer' | 'clientId' | 'clientSecret'>

type Known = { config: oidc.Configuration; readAt: number }
const known = new Map<string, Known>()

/** Reads a provider's description. Throws if it cannot be read, or is that of another issuer. */
export async function discoverOidc(
  guard: AddressGuard,
  { issuer, clientId, clientSecret }: OidcClient,
): Promise<oidc.Configuration> {
  const url = new URL(issuer)
  const isClear = url.protocol === 'http:' // which the guard allows in the operator's own networks alone
  return await oidc.discovery(
    url,
    clientId,
    undefined,
    clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None(),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [
        oidc.enableNonRepudiationChecks, // the signature of ID tokens counts, not the connection alone
        ...(isClear ? [oidc.allowInsecureRequests] : []),
      ],
      [oidc.customFetch]: (address, { method, headers, body, signal }) =>
        guardedFetch(guard, address, {
          method,
          headers,
          body: body === undefined || body === null ? null : String(body),
          ...(signal ? { signal } : {}),
        }),
    },
  )
}

async function describe(guard: AddressGuard, settings: OidcSettings): Promise<oidc.Configuration> {
  const key = JSON.stringify([settings.issuer, settings.clientId, settings.clientSecret])
  const kept = known.get(key)
  if (kept && Date.now() - kept.readAt < KEPT_MS) return kept.config
  const config = await discoverOidc(guard, settings)
  known.delete(key)
  known.set(key, { config, readAt: Date.now() })
  const [oldest] = known.keys()
  if (known.size > MAX_KEPT && oldest) known.delete(oldest)
  return config
}

export async function startOidc(
  guard: AddressGuard,
  settings: OidcSettings,
  visit: { callbackUrl: string; state: string },
): Promise<{ url: string; secrets: OidcSecrets }> {
  const config = await describe(guard, settings)
  const secrets = { verifier: oidc.randomPKCECodeVerifier(), nonce: oidc.randomNonce() }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: visit.callbackUrl,
    response_type: 'code',
    scope: 'openid email profile',
    state: visit.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, secrets }
}

/**
 * Returns the company's domain as an issuer states it that has private accounts too: null if it states none.
 * Undefined for issuers that have none.
 */
export function hostedDomainOf(
  { issuer }: Pick<OidcSettings, 'issuer'>,
  { hd }: Record<string, unknown>,
): string | null | undefined {
  if (new URL(issuer).host !== 'accounts.google.com') return undefined
  return typeof hd === 'string' ? hd.toLowerCase() : null
}

/** Returns the claims of the person who has signed in. Throws the errors of openid-client. */
export async function finishOidc(
  guard: AddressGuard,
  settings: OidcSettings,
  answer: { callbackUrl: string; parameters: URLSearchParams; secrets: OidcSecrets },
): Promise<Record<string, unknown>> {
  const config = await describe(guard, settings)
  const { callbackUrl, parameters, secrets } = answer
  const grant = await oidc.authorizationCodeGrant(config, new URL(`${callbackUrl}?${parameters}`), {
    expectedState: parameters.get('state') ?? '',
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  })
  const claims = grant.claims()
  if (!claims) throw new Error('The provider sent no ID token.')
  const profile = config.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(config, grant.access_token, claims.sub)
    : {}
  return { ...profile, ...claims }
}

/** Reads a provider's description and keys, as a test. Returns the number of keys. Throws what was amiss. */
export async function inspectOidc(guard: AddressGuard, settings: OidcClient): Promise<number> {
  const { jwks_uri, authorization_endpoint, token_endpoint } = (
    await discoverOidc(guard, settings)
  ).serverMetadata()
  if (!jwks_uri || !authorization_endpoint || !token_endpoint)
    throw new Error('The description lacks an address for keys, sign-in or tokens.')
  const answer = await guardedFetch(guard, jwks_uri)
  const { keys } = (await answer.json()) as { keys?: unknown[] }
  if (!answer.ok || !Array.isArray(keys) || keys.length === 0)
    throw new Error('The provider publishes no keys.')
  return keys.length
}
