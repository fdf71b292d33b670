/** A server whose people may come by a provider, and the ways they take. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect } from 'vitest'
import type { AuthOptions } from './service.ts'
import { openSite } from './testing.ts'
import {
  type Browse,
  CLIENT,
  type Claims,
  cookieJar,
  startProvider,
  visitProvider,
} from './testing-provider.ts'

export async function useProvider(more: Partial<AuthOptions> = {}) {
  const provider = await startProvider()
  const options = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret }
  const acme = { name: 'acme', ...options, scopes: ['profile'], audiences: [] }
  const site = await openSite({
    ...more,
    settings: { providers: [acme], anonymousSignIns: true },
  })
  await provider.open([`${site.url}/auth/v1/callback`])
  afterAll(async () => {
    await site.close()
    await provider.close()
  })

  let count = 0
  function newPerson(claims: Partial<Claims> = {}): { sub: string; email: string } {
    const sub = `person-${count++}`
    const email = claims.email ?? site.newEmail()
    provider.people.set(sub, { email, email_verified: true, given_name: 'Ada', ...claims })
    return { sub, email }
  }

  async function startUrl(client: SupabaseClient, redirectTo = `${site.url}/after`) {
    const options = { redirectTo, skipBrowserRedirect: true }
    const { data, error } = await client.auth.signInWithOAuth({
      provider: 'acme' as never,
      options,
    })
    if (error) throw error
    return data.url!
  }

  /** To the provider and back to our callback's door. */
  const visit = (browse: Browse, start: string, sub: string) =>
    visitProvider(browse, start, sub, `${site.url}/auth/v1/callback`)

  async function knock(browse: Browse, callback: URL): Promise<URL> {
    const response = await browse(callback)
    expect(response.status).toBe(302)
    return new URL(response.headers.get('location')!)
  }

  async function signIn(sub: string, client = site.browser({ flowType: 'pkce' })) {
    const browse = cookieJar()
    const landed = await knock(browse, await visit(browse, await startUrl(client), sub))
    const code = landed.searchParams.get('code')
    if (!code) return { landed, client, user: null, session: null }
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    if (error) throw error
    return { landed, client, user: data.user, session: data.session }
  }

  return { site, provider, newPerson, startUrl, visit, knock, signIn }
}

export const errorOf = (url: URL) => url.searchParams.get('error_code')
