/** The account of a person who comes by a company's provider. */
import type { Tx } from '../../../platform/database/db.ts'
import { type ProviderIdentity, userOfProvider } from '../accounts/identities.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { deleteIdentitiesAt, findIdentity, listIdentities } from '../queries/identities.ts'
import { deleteSessionsWithout } from '../queries/sessions.ts'
import { findUserByEmail, lockUser, type UserRow } from '../queries/users.ts'
import { isBanned } from '../sign-in/sessions.ts'
import { domainOf, providerOf } from './companies.ts'

/** Describes a person as a company's provider does. */
export type CompanyPerson = ProviderIdentity & { groups: string[] }

/**
 * Returns the account of the person, made where there was none, and makes it a member. The subject is pinned to
 * the account: another subject with its address is refused. Throws provider_email_needs_verification,
 * sso_domain_mismatch, sso_subject_changed, user_banned, and what the platform refuses by.
 */
export async function userOfCompany(
  ctx: AuthContext,
  tx: Tx,
  connectionId: string,
  person: CompanyPerson,
): Promise<UserRow> {
  const { email, groups, ...who } = person
  if (!email || !who.isEmailVerified) throw new AuthError('provider_email_needs_verification')
  const owner = await ctx.companies.findConnection(tx, { domain: domainOf(email) })
  if (owner?.id !== connectionId) throw new AuthError('sso_domain_mismatch')
  const known = await findIdentity(tx, who.provider, who.subject)
  const existing = known ? await lockUser(tx, known.user_id) : await lockByEmail(tx, email)
  const arrival = { connectionId, email, userId: existing?.id ?? null }
  await ctx.companies.checkArrival(tx, arrival)
  if (existing && isBanned(existing)) throw new AuthError('user_banned')
  if (existing && !known) await refuseAnotherSubject(tx, existing, who.provider)
  const user = await userOfProvider(ctx, tx, { ...who, email })
  await ctx.companies.admit(tx, { ...arrival, userId: user.id, groups })
  return user
}

async function lockByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email)
  return user && (await lockUser(tx, user.id))
}

/** An address that the company gave to another person must not open the account of the one before. */
async function refuseAnotherSubject(tx: Tx, user: UserRow, provider: string): Promise<void> {
  const identities = await listIdentities(tx, user.id)
  if (identities.some((identity) => identity.provider === provider))
    throw new AuthError('sso_subject_changed')
}

/** Removes what a company's provider said about people, as its connection ends. Call as the system. */
export async function forgetConnection(tx: Tx, connectionId: string): Promise<void> {
  await deleteIdentitiesAt(tx, providerOf(connectionId))
}

/**
 * Ends the sessions of these accounts that were not opened by a company's provider, except one. Call as the
 * system.
 */
export async function endSessionsOutsideCompany(
  tx: Tx,
  userIds: string[],
  exceptSessionId: string | null,
): Promise<void> {
  await deleteSessionsWithout(tx, { userIds, method: 'sso', exceptSessionId })
}
