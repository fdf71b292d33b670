/** Accounts at providers as ways into accounts here. */
import { system, type Tx } from '../../../platform/database/db.ts'
import type { AuthContext, Session } from '../context.ts'
import { AuthError } from '../errors.ts'
import * as queries from '../queries/identities.ts'
import { deleteOneTimeSecrets } from '../queries/one-time-tokens.ts'
import {
  deleteUserRow,
  findUserByEmail,
  lockUser,
  type UserRow,
  updateUserRow,
} from '../queries/users.ts'
import { requireProof } from '../sign-in/proofs.ts'
import { insertUserAccount } from './new-users.ts'

export type ProviderIdentity = {
  provider: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  metadata: object
}

/**
 * Returns the account of a provider's user: linked before, with the same verified address, or new.
 * Throws provider_email_needs_verification.
 */
export async function userOfProvider(
  ctx: AuthContext,
  tx: Tx,
  who: ProviderIdentity,
): Promise<UserRow> {
  const known = await queries.findIdentity(tx, who.provider, who.subject)
  if (known) {
    await queries.markIdentityUsed(tx, known.id, { email: who.email, data: identityData(who) })
    return (await lockUser(tx, known.user_id))!
  }
  if (!who.email || !who.isEmailVerified) throw new AuthError('provider_email_needs_verification')
  const address = await findUserByEmail(tx, who.email)
  const existing = address && (await lockUser(tx, address.id))
  if (existing?.email_confirmed_at) return await linkIdentity(ctx, tx, existing, who)
  if (existing?.invited_at) return await takeOverInvited(ctx, tx, existing, who)
  // The account's creator never proved ownership of the address: none of its data may reach the
  // real owner.
  if (existing) await deleteUserRow(tx, existing.id)
  const { email, metadata, provider } = who
  const row = { email, metadata, provider, passwordHash: null, confirmed: true }
  const user = await insertUserAccount(ctx, tx, row)
  if (!user) throw new AuthError('conflict')
  return await linkIdentity(ctx, tx, user, who)
}

/** The invitation stands; a password or metadata that a stranger may have added does not. */
async function takeOverInvited(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  who: ProviderIdentity,
): Promise<UserRow> {
  await queries.deleteIdentitiesOf(tx, user.id)
  await deleteOneTimeSecrets(tx, user.id)
  const confirmed = await updateUserRow(tx, user.id, {
    password_hash: null,
    user_metadata: who.metadata,
    email_confirmed_at: new Date(),
  })
  await ctx.onConfirmed(tx, { id: user.id, email: user.email! })
  return await linkIdentity(ctx, tx, confirmed, who)
}

export async function linkIdentity(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  who: ProviderIdentity,
): Promise<UserRow> {
  const isNew = await queries.insertIdentity(tx, {
    userId: user.id,
    provider: who.provider,
    subject: who.subject,
    email: who.email,
    data: identityData(who),
  })
  if (!isNew) throw new AuthError('identity_already_exists')
  const owner = user.is_anonymous ? await makePermanent(ctx, tx, user, who) : user
  return await recordProviders(tx, owner)
}

/** An anonymous account that got a way in keeps its data, and the provider's address where that is free. */
async function makePermanent(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  who: ProviderIdentity,
): Promise<UserRow> {
  const email = who.isEmailVerified && who.email ? who.email : null
  if (email === null || (await findUserByEmail(tx, email))) {
    return await updateUserRow(tx, user.id, { is_anonymous: false })
  }
  const changed = await updateUserRow(tx, user.id, {
    email,
    email_confirmed_at: new Date(),
    is_anonymous: false,
  })
  await ctx.onEmailChanged(tx, { id: user.id, email })
  await ctx.onConfirmed(tx, { id: user.id, email })
  return changed
}

const identityData = (who: ProviderIdentity) => ({
  sub: who.subject,
  ...(who.email ? { email: who.email } : {}),
  email_verified: who.isEmailVerified,
  phone_verified: false,
  ...who.metadata,
})

async function recordProviders(tx: Tx, user: UserRow): Promise<UserRow> {
  const identities = await queries.listIdentities(tx, user.id)
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  const { provider: first } = user.app_metadata as { provider?: string }
  const provider = first && providers.includes(first) ? first : providers[0]
  return await updateUserRow(tx, user.id, {
    app_metadata: { ...(user.app_metadata as object), provider, providers },
  })
}

/**
 * Removes an identity from the caller's account. If it was the last with the account's address, the
 * account takes another one's address.
 */
export async function unlinkIdentity(
  ctx: AuthContext,
  session: Session,
  identityId: string,
): Promise<void> {
  if (session.awaitsSecondFactor) throw new AuthError('insufficient_aal')
  await ctx.db.transaction(system, async (tx) => {
    await requireProof(tx, session)
    const user = await lockUser(tx, session.userId)
    if (!user) throw new AuthError('user_not_found')
    const identities = await queries.listIdentities(tx, user.id)
    const leaving = identities.find(({ id }) => id === identityId)
    if (!leaving) throw new AuthError('identity_not_found')
    const rest = identities.filter(({ id }) => id !== identityId)
    if (rest.length === 0) throw new AuthError('single_identity_not_deletable')
    await queries.deleteIdentity(tx, leaving.id)
    const bare =
      leaving.provider === 'email'
        ? await updateUserRow(tx, user.id, { password_hash: null })
        : user
    const kept = await recordProviders(tx, bare)
    if (rest.every(({ email }) => email !== user.email)) await moveAddress(ctx, tx, kept, rest)
  })
}

async function moveAddress(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  identities: queries.IdentityRow[],
): Promise<void> {
  // An unverified address could be confirmed by its real owner, and two people would then share the
  // account.
  const heir = identities.find(
    ({ email, identity_data }) =>
      email !== null && (identity_data as { email_verified?: boolean }).email_verified === true,
  )
  const other = heir?.email ? await findUserByEmail(tx, heir.email) : null
  if (!heir?.email || other) throw new AuthError('email_conflict_identity_not_deletable')
  await updateUserRow(tx, user.id, {
    email: heir.email,
    email_confirmed_at: new Date(),
    new_email: null,
    email_change_confirmed_by: null,
  })
  await deleteOneTimeSecrets(tx, user.id)
  await ctx.onEmailChanged(tx, { id: user.id, email: heir.email })
}
