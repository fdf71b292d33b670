/**
 * Describes the result that a link from an e-mail, or a provider's sign-in page, left in the
 * address; read when this file loads, because supabase-js clears it.
 */
export type RedirectSession =
  | { kind: 'confirmed' | 'recovery' | 'invited' | 'email-changed' }
  | { kind: 'message'; text: string }
  | { kind: 'error'; text: string; from: 'mail' | 'provider' }

const kinds = {
  signup: 'confirmed',
  email: 'confirmed',
  recovery: 'recovery',
  invite: 'invited',
  email_change: 'email-changed',
} as const

const isKnown = (type: string): type is keyof typeof kinds => type in kinds

/**
 * Parses the address after a redirect. Also returns null for outcomes without a message: a magic
 * link, a sign-in through a provider.
 */
export function parseRedirectSession(hash: string, search = ''): RedirectSession | null {
  const left = new URLSearchParams(hash.replace(/^#/, ''))
  const text = left.get('error_description') ?? left.get('error')
  // Only a provider's answer repeats its error in the query.
  if (text)
    return {
      kind: 'error',
      text,
      from: new URLSearchParams(search).has('error') ? 'provider' : 'mail',
    }
  const message = left.get('message')
  if (message) return { kind: 'message', text: message }
  const type = left.get('type') ?? ''
  return left.has('access_token') && isKnown(type) ? { kind: kinds[type] } : null
}

/** Returns true if the account client has to read this address, if only to clear it. */
export function carriesSession({ hash, search }: { hash: string; search: string }): boolean {
  if (parseRedirectSession(hash, search) !== null) return true
  return (
    new URLSearchParams(hash.slice(1)).has('access_token') ||
    new URLSearchParams(search).has('code')
  )
}

/** Returns the address without the error in it. */
export function withoutError({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search)
  for (const name of ['error', 'error_code', 'error_description']) query.delete(name)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

const address = globalThis.location
let arrival = address ? parseRedirectSession(address.hash, address.search) : null

export const peekRedirectSession = () => arrival

/** Marks the redirect as handled, so that the same link gives its message once. */
export function clearRedirectSession(): void {
  arrival = null
}
