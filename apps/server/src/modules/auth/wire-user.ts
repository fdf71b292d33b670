/** The user as the protocol shows it. */
import { randomUUID } from 'node:crypto'
import type { IdentityRow, UserRow } from './queries/users.ts'

const optional = (name: string, date: Date | null) => (date ? { [name]: date.toISOString() } : {})

export function wireUser(user: UserRow, identities: IdentityRow[]) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    ...optional('email_confirmed_at', user.email_confirmed_at),
    phone: '',
    ...optional('confirmation_sent_at', user.confirmation_sent_at),
    ...optional('confirmed_at', user.email_confirmed_at),
    ...optional('recovery_sent_at', user.recovery_sent_at),
    ...optional('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(wireIdentity),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...optional('banned_until', user.banned_until),
    is_anonymous: false,
  }
}

export type WireUser = ReturnType<typeof wireUser>

/**
 * Answers a sign-up for an address that has a confirmed account.
 * The protocol tells it from a real one by the empty role and identities only.
 */
export function fakeUser(email: string, metadata: object) {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

function wireIdentity(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.subject,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...optional('last_sign_in_at', identity.last_sign_in_at),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    email: identity.email,
  }
}
