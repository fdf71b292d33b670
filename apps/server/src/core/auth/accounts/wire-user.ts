/** The user as the protocol shows it. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/db.ts'
import { type FactorRow, listFactors } from '../queries/factors.ts'
import { type IdentityRow, listIdentities } from '../queries/identities.ts'
import { findUser, type UserRow } from '../queries/users.ts'

const optional = (name: string, date: Date | null) => (date ? { [name]: date.toISOString() } : {})

/** Returns an account as the protocol shows it, or null; asks all it needs at once. */
export async function findWireUser(tx: Tx, id: string): Promise<WireUser | null> {
  const [user, identities, factors] = await Promise.all([
    findUser(tx, id),
    listIdentities(tx, id),
    listFactors(tx, id),
  ])
  return user && wireUser(user, identities, factors)
}

export async function readWireUser(tx: Tx, user: UserRow): Promise<WireUser> {
  return wireUser(user, await listIdentities(tx, user.id), await listFactors(tx, user.id))
}

function wireUser(user: UserRow, identities: IdentityRow[], factors: FactorRow[]) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    ...optional('email_confirmed_at', user.email_confirmed_at),
    ...optional('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...optional('phone_confirmed_at', user.phone_confirmed_at),
    ...optional('confirmation_sent_at', user.confirmation_sent_at),
    ...optional('confirmed_at', user.email_confirmed_at ?? user.phone_confirmed_at),
    ...optional('recovery_sent_at', user.recovery_sent_at),
    ...(user.new_email ? { new_email: user.new_email } : {}),
    ...optional('email_change_sent_at', user.email_change_sent_at),
    ...(user.new_phone ? { new_phone: user.new_phone } : {}),
    ...optional('phone_change_sent_at', user.phone_change_sent_at),
    ...optional('reauthentication_sent_at', user.reauthentication_sent_at),
    ...optional('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.app_metadata as Record<string, unknown>,
    user_metadata: user.user_metadata as Record<string, unknown>,
    ...(factors.length > 0 ? { factors: factors.map(wireFactor) } : {}),
    identities: identities.map(wireIdentity),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...optional('banned_until', user.banned_until),
    ...optional('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

export type WireUser = ReturnType<typeof wireUser>

/**
 * Builds the answer to a sign-up for an address that has a confirmed account. It differs from a
 * real user only by its empty role and identities.
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

export function wireFactor(factor: FactorRow) {
  return {
    id: factor.id,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.type,
    status: factor.status,
    ...(factor.phone ? { phone: factor.phone } : {}),
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    ...optional('last_challenged_at', factor.last_challenged_at),
  }
}
