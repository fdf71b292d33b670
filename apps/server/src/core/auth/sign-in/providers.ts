/** OpenID Connect providers from the configuration. The issuer is fixed there: no request or token names another. */
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'

export type ProviderOptions = {
  /** Holds the lowercase name that the client uses. */
  name: string
  issuer: string
  clientId: string
  /** Null: a public client. */
  clientSecret: string | null
  /** Lists additional scopes. `openid` and `email` are always requested. */
  scopes: string[]
  /** Client IDs of native apps, whose ID tokens are taken too. */
  audiences: string[]
}

export type Provider = {
  options: ProviderOptions
  /** Discovered on first use, and again after a failure. */
  config: () => Promise<oidc.Configuration>
  keys: () => Promise<JWTVerifyGetKey>
}

const PROVIDER_TIMEOUT_SECONDS = 10
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/

export function openProvider(options: ProviderOptions): Provider {
  let discovered: Promise<oidc.Configuration> | null = null
  let keySet: JWTVerifyGetKey | null = null
  const config = async () => {
    discovered ??= discover(options)
    try {
      return await discovered
    } catch (error) {
      discovered = null
      throw error
    }
  }
  return {
    options,
    config,
    keys: async () => {
      const uri = (await config()).serverMetadata().jwks_uri
      if (!uri) throw new Error(`${options.issuer} publishes no keys.`)
      keySet ??= createRemoteJWKSet(new URL(uri))
      return keySet
    },
  }
}

function discover(options: ProviderOptions): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = options
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None(),
    {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      execute: LOOPBACK.test(issuer) ? [oidc.allowInsecureRequests] : [],
    },
  )
}
