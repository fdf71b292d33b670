/**
 * Proves the person of a session again: sensitive acts need a proof that is minutes old, given in the
 * same session. A sign-in counts as one if it required all that the account has.
 */
import { system, type Tx, withSystemRole } from '../../../platform/database/db.ts'
import { consumeTokenByCode } from '../accounts/verification.ts'
import type { AuthContext, Caller, Session } from '../context.ts'
import { AuthError } from '../errors.ts'
import { hasFactor, listFactors } from '../queries/factors.ts'
import { findUser, lockUser, type UserRow } from '../queries/users.ts'
import { enforceLimit, returnToLimit } from './rate-limits.ts'
import { renewAfterProof, type WireSession } from './sessions.ts'
import { checkPassword } from './sign-in.ts'

/** Limits the age of a proof that a sensitive act accepts. */
const PROOF_LIFE_MS = 15 * 60_000

/**
 * Names what proves a person: a verified second factor of either kind, the password, or a
 * code sent to the account's mailbox or phone.
 */
type ProofMethod = 'totp' | 'phone' | 'password' | 'code'

export const isProofFresh = (provedAt: Date | null, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() < PROOF_LIFE_MS

/**
 * Lists what proves the person of an account: the kinds of its second factors; without one the
 * password; without that a code. Empty for an account that has nothing to prove itself by.
 */
async function methodsOf(tx: Tx, user: UserRow): Promise<ProofMethod[]> {
  const factors = await listFactors(tx, user.id)
  const verified = factors.filter(({ status }) => status === 'verified').map(({ type }) => type)
  if (verified.length > 0) return [...new Set(verified)].sort().reverse()
  if (user.password_hash) return ['password']
  return user.email || user.phone ? ['code'] : []
}

/** Lists what proves the user of an account; one of them is enough. */
export async function listProofMethods(tx: Tx, userId: string): Promise<ProofMethod[]> {
  return await withSystemRole(tx, async () => {
    const user = await findUser(tx, userId)
    return user ? await methodsOf(tx, user) : []
  })
}

/**
 * Checks that the session was proved a short time ago. Lets an account pass that has nothing to
 * prove itself by, such as an anonymous one. Throws proof_needed with the `methods`.
 */
export async function requireProof(tx: Tx, session: Session): Promise<void> {
  if (isProofFresh(session.provedAt, new Date())) return
  const methods = await listProofMethods(tx, session.userId)
  if (methods.length > 0) throw new AuthError('proof_needed', { extra: { methods } })
}

export type Proof = { password: string } | { code: string }

/**
 * Proves the person of a session without a second factor. Returns the session with new tokens, which
 * alone carry the proof. A wrong proof counts like a failed sign-in, and against the session. Throws
 * proof_needed where the account asks for something else.
 */
export async function proveSession(
  ctx: AuthContext,
  session: Session,
  { proof, caller }: { proof: Proof; caller: Caller },
): Promise<WireSession> {
  const { user, methods } = await ctx.db.transaction(system, async (tx) => {
    const row = await findUser(tx, session.userId)
    if (!row) throw new AuthError('user_not_found')
    return { user: row, methods: await methodsOf(tx, row) }
  })
  const method = 'password' in proof ? 'password' : 'code'
  if (!methods.includes(method)) throw new AuthError('proof_needed', { extra: { methods } })
  await enforceLimit(ctx, 'proofFailures', session.sessionId)
  if ('password' in proof) await checkOwnPassword(ctx, user, proof.password, caller)
  else await checkSentCode(ctx, user, proof.code)
  await returnToLimit(ctx, 'proofFailures', session.sessionId)
  return await ctx.db.transaction(system, async (tx) => {
    const owner = await lockUser(tx, user.id)
    // A factor may have been added since: the password is no longer enough.
    if (!owner || (await hasFactor(tx, user.id))) throw new AuthError('session_not_found')
    const amr = method === 'password' ? 'password' : 'otp'
    return await renewAfterProof(ctx, tx, owner, { sessionId: session.sessionId, method: amr })
  })
}

async function checkOwnPassword(
  ctx: AuthContext,
  user: UserRow,
  password: string,
  caller: Caller,
): Promise<void> {
  const name = user.email ? { email: user.email } : { phone: user.phone ?? '' }
  const found = await checkPassword(ctx, { ...name, password }, caller, { isHuman: false })
  if (found.id !== user.id) throw new AuthError('invalid_credentials')
}

async function checkSentCode(ctx: AuthContext, user: UserRow, code: string): Promise<void> {
  const recipient = user.email ?? user.phone ?? ''
  await enforceLimit(ctx, 'codeGuesses', recipient)
  const token = await ctx.db.transaction(system, (tx) =>
    consumeTokenByCode(ctx, tx, { recipient, code }, ['reauthentication']),
  )
  if (token?.user_id !== user.id) throw new AuthError('reauthentication_not_valid')
}
