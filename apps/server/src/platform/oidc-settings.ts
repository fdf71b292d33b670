import { OIDC_SETTING } from './environment.ts'

export type OidcProvider = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string[]
  audiences: string[]
}

/**
 * Reads the settings of OpenID Connect providers: OIDC_GOOGLE_ISSUER, OIDC_GOOGLE_CLIENT_ID, ... make the
 * provider `google`. `faults` has a sentence for each setting that cannot be used.
 */
export function readProviders(env: NodeJS.ProcessEnv): {
  providers: OidcProvider[]
  faults: string[]
} {
  const names = Object.keys(env).flatMap((key) => /^OIDC_([A-Z0-9]+)_ISSUER$/.exec(key)?.[1] ?? [])
  const words = (text = '') => text.split(/[\s,]+/).filter(Boolean)
  const faults = Object.keys(env).flatMap((key) => {
    const issuer = OIDC_SETTING.test(key) ? key.replace(/^(OIDC_[^_]+)_.*/, '$1_ISSUER') : key
    return issuer in env ? [] : [`${issuer}: is missing, for ${key}`]
  })
  const providers = names.map((name) => {
    const setting = (part: string) => env[`OIDC_${name}_${part}`]
    const issuer = setting('ISSUER')!
    if (!URL.canParse(issuer)) faults.push(`OIDC_${name}_ISSUER: is no URL`)
    if (!setting('CLIENT_ID')) faults.push(`OIDC_${name}_CLIENT_ID: is missing`)
    return {
      name: name.toLowerCase(),
      issuer,
      clientId: setting('CLIENT_ID') ?? '',
      clientSecret: setting('CLIENT_SECRET') ?? null,
      scopes: words(setting('SCOPES') ?? 'profile'),
      audiences: words(setting('AUDIENCES')),
    }
  })
  return { providers, faults }
}
