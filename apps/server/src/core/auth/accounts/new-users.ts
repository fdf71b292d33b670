/** Creates accounts for every way of signing up: the row, its e-mail identity and the platform's hooks. */
import { randomUUID } from 'node:crypto'
import { rehearse, type Tx } from '../../../platform/database/db.ts'
import type { AuthContext } from '../context.ts'
import { putEmailIdentity } from '../queries/identities.ts'
import { insertUser, type NewUserRow, type UserRow, updateUserRow } from '../queries/users.ts'

/**
 * Creates an account. Returns null if the address is taken. The caller adds a provider's identity, and
 * where a person signs up alone, the network address.
 */
export async function insertUserAccount(
  ctx: AuthContext,
  tx: Tx,
  input: NewUserRow,
  signedUpFrom: string | null = null,
): Promise<UserRow | null> {
  const user = await insertUser(tx, input)
  if (!user) return null
  const email = user.email ?? ''
  if (user.email !== null && (input.provider ?? 'email') === 'email') {
    await putEmailIdentity(tx, { id: user.id, email }, input.confirmed)
  }
  await ctx.onSignUp(tx, { id: user.id, email, metadata: input.metadata, signedUpFrom })
  if (user.email_confirmed_at) await ctx.onConfirmed(tx, { id: user.id, email })
  return user
}

/**
 * Runs a sign-up and rolls it back. A known address then gets the refusals of an unknown one, after
 * the same time.
 */
export async function simulateSignUp(
  ctx: AuthContext,
  tx: Tx,
  metadata: object,
  signedUpFrom: string | null = null,
): Promise<void> {
  const id = randomUUID()
  const row = { id, email: `${id}@rehearsal.invalid`, metadata, passwordHash: null }
  await rehearse(tx, async () => {
    await insertUserAccount(ctx, tx, { ...row, confirmed: false }, signedUpFrom)
  })
}

/** Marks the account's address as confirmed, and returns the account. */
export async function confirmAddress(ctx: AuthContext, tx: Tx, user: UserRow): Promise<UserRow> {
  if (user.email_confirmed_at || user.email === null) return user
  const confirmed = await updateUserRow(tx, user.id, { email_confirmed_at: new Date() })
  const { id, email } = user
  await putEmailIdentity(tx, { id, email }, true)
  await ctx.onConfirmed(tx, { id, email })
  return confirmed
}
