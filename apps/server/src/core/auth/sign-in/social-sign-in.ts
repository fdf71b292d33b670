/** A visit to an OpenID Connect provider, from /authorize to /callback. */
import { randomUUID } from 'node:crypto'
import * as oidc from 'openid-client'
import { system } from '../../../platform/database/db.ts'
import { linkIdentity, type ProviderIdentity, userOfProvider } from '../accounts/identities.ts'
import { issuePkceCode } from '../accounts/verification.ts'
import type { AuthContext, Caller } from '../context.ts'
import { AuthError } from '../errors.ts'
import { insertFlow, takeFlow, wasFlowUsed } from '../queries/oauth-flows.ts'
import { lockUser } from '../queries/users.ts'
import { hashToken, newToken } from '../tokens/opaque-tokens.ts'
import type { Provider } from './providers.ts'
import { isBanned, openSession, type WireSession } from './sessions.ts'

const FLOW_LIFE_MS = 600_000
const SEAL = 'auth.oauth-flows'

type FlowSecrets = { verifier: string; nonce: string }

export type OAuthFlow = {
  provider: string
  /** Already checked against the site. */
  redirectTo: string
  codeChallenge: string | null
  scopes: string[]
  /** The caller's own parameters for the provider. */
  extras: Record<string, string>
  /** Holds the value of the browser's cookie. If null, a new one is made. */
  browserToken: string | null
  linking: { userId: string; sessionId: string } | null
}

export function getProvider(ctx: AuthContext, name: string | undefined): Provider {
  const provider = ctx.providers.get((name ?? '').toLowerCase())
  if (provider) return provider
  throw new AuthError('validation_failed', {
    message: `Unsupported provider: provider ${name ? `${name} is not enabled` : 'is missing'}`,
  })
}

export const callbackUrl = (ctx: AuthContext) => `${ctx.publicUrl}/auth/v1/callback`

/** Parameters of the request to the provider that are ours to set. */
const ownParameters = new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'request',
  'request_uri',
])

export async function startOAuthFlow(
  ctx: AuthContext,
  visit: OAuthFlow,
): Promise<{ url: string; browserToken: string }> {
  const provider = getProvider(ctx, visit.provider)
  const config = await provider.config()
  const state = randomUUID()
  const secrets: FlowSecrets = {
    verifier: oidc.randomPKCECodeVerifier(),
    nonce: oidc.randomNonce(),
  }
  const browserToken = visit.browserToken ?? newToken()
  await ctx.db.transaction(system, (tx) =>
    insertFlow(tx, {
      stateHash: hashToken(state),
      provider: provider.options.name,
      browserHash: hashToken(browserToken),
      secretsSealed: ctx.secrets.seal(SEAL, JSON.stringify(secrets)),
      redirectTo: visit.redirectTo,
      codeChallenge: visit.codeChallenge,
      linking: visit.linking,
      expiresAt: new Date(Date.now() + FLOW_LIFE_MS),
    }),
  )
  const extras = Object.entries(visit.extras).filter(([name]) => !ownParameters.has(name))
  const scopes = new Set(['openid', 'email', ...provider.options.scopes, ...visit.scopes])
  const url = oidc.buildAuthorizationUrl(config, {
    ...Object.fromEntries(extras),
    redirect_uri: callbackUrl(ctx),
    response_type: 'code',
    scope: [...scopes].join(' '),
    state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, browserToken }
}

export type Flow = NonNullable<Awaited<ReturnType<typeof takeFlow>>>

/**
 * Returns the state's flow and uses it up, even if the sign-in fails later. Throws
 * flow_state_already_used or bad_oauth_state.
 */
export async function loadOAuthFlow(
  ctx: AuthContext,
  state: string | undefined,
  browserToken: string | null,
): Promise<Flow> {
  const stateHash = hashToken(state ?? '')
  return await ctx.db.transaction(system, async (tx) => {
    const flow = await takeFlow(tx, stateHash, hashToken(browserToken ?? ''))
    if (flow) return flow
    const wasUsed = await wasFlowUsed(tx, stateHash)
    throw new AuthError(wasUsed ? 'flow_state_already_used' : 'bad_oauth_state')
  })
}

export type OAuthCallback =
  | { code: string }
  | { session: WireSession; providerTokens: ProviderTokens }

type ProviderTokens = { provider_token?: string; provider_refresh_token?: string }

export async function finishOAuthFlow(
  ctx: AuthContext,
  flow: Flow,
  parameters: URLSearchParams,
  caller: Caller,
): Promise<OAuthCallback> {
  const provider = getProvider(ctx, flow.provider)
  const { identity, tokens } = await exchangeCode(ctx, provider, flow, parameters)
  return await ctx.db.transaction(system, async (tx) => {
    const linking = flow.linking_user_id && (await lockUser(tx, flow.linking_user_id))
    const user = linking
      ? await linkIdentity(ctx, tx, linking, identity)
      : await userOfProvider(ctx, tx, identity)
    if (isBanned(user)) throw new AuthError('user_banned')
    if (!flow.code_challenge) {
      const session = await openSession(ctx, tx, user, { method: 'oauth', caller })
      return { session, providerTokens: tokens }
    }
    const pkce = { userId: user.id, method: 'oauth', codeChallenge: flow.code_challenge }
    return { code: await issuePkceCode(ctx, tx, { ...pkce, providerTokens: tokens }) }
  })
}

async function exchangeCode(
  ctx: AuthContext,
  provider: Provider,
  flow: Flow,
  parameters: URLSearchParams,
): Promise<{ identity: ProviderIdentity; tokens: ProviderTokens }> {
  const secrets = JSON.parse(ctx.secrets.open(SEAL, flow.secrets_sealed)) as FlowSecrets
  const config = await provider.config()
  try {
    const grant = await oidc.authorizationCodeGrant(
      config,
      new URL(`${callbackUrl(ctx)}?${parameters}`),
      {
        expectedState: parameters.get('state')!,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
      },
    )
    const idClaims = grant.claims()!
    const profile = config.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(config, grant.access_token, idClaims.sub)
      : {}
    return {
      identity: identityOf(provider.options.name, { ...profile, ...idClaims }),
      tokens: {
        provider_token: grant.access_token,
        ...(grant.refresh_token ? { provider_refresh_token: grant.refresh_token } : {}),
      },
    }
  } catch (error) {
    ctx.log.warn({ err: error, provider: provider.options.name }, 'sign-in at a provider failed')
    throw new AuthError('bad_oauth_callback', { message: 'Unable to exchange external code' })
  }
}

/** Names alone are taken from a provider: what else it says is not the platform's business. */
export function identityOf(provider: string, claims: Record<string, unknown>): ProviderIdentity {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() ? value.trim().slice(0, 100) : undefined
  }
  const fullName = text('name')
  const names = { first_name: text('given_name'), last_name: text('family_name') }
  return {
    provider,
    subject: String(claims.sub),
    email: typeof claims.email === 'string' ? claims.email.toLowerCase().slice(0, 320) : null,
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    metadata: {
      ...(fullName ? { full_name: fullName, name: fullName } : {}),
      ...(names.first_name ? { first_name: names.first_name } : {}),
      ...(names.last_name ? { last_name: names.last_name } : {}),
    },
  }
}
