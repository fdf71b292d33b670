/**
 * Proves a second factor by a challenge, which can be answered once, and only from the network
 * address that requested it.
 */
import { randomUUID } from 'node:crypto'
import { system, type Tx } from '../../../platform/database/db.ts'
import { smsText } from '../accounts/mails.ts'
import type { AuthContext, Caller, Session } from '../context.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import * as queries from '../queries/factors.ts'
import { lockUser } from '../queries/users.ts'
import { codeMatches, hashCode, newCode } from '../tokens/opaque-tokens.ts'
import { getFactor, TOTP_SEAL } from './factors.ts'
import { requireProof } from './proofs.ts'
import { enforceLimit, returnToLimit } from './rate-limits.ts'
import { raiseToAal2, type WireSession } from './sessions.ts'
import { timeStepOf } from './totp.ts'

const CHALLENGE_LIFE_MS = 300_000
const MAX_WRONG_ANSWERS = 5

export async function challengeFactor(
  ctx: AuthContext,
  session: Session,
  input: { factorId: string; caller: Caller },
) {
  await enforceLimit(ctx, 'factorAttempts', session.userId)
  const { db } = ctx
  const factor = await db.transaction(system, (tx) => getFactor(tx, session.userId, input.factorId))
  const sms = factor.type === 'phone' ? ctx.settings.sms : null
  if (factor.type === 'phone' && !sms) throw new AuthError('mfa_phone_enroll_not_enabled')
  if (factor.phone) await enforceLimit(ctx, 'smsTo', factor.phone)
  const id = randomUUID()
  const code = newCode()
  const expiresAt = new Date(Date.now() + CHALLENGE_LIFE_MS)
  await db.transaction(system, async (tx) => {
    await queries.insertChallenge(tx, {
      id,
      factorId: factor.id,
      sessionId: session.sessionId,
      ip: input.caller.ip,
      codeHash: sms ? hashCode(ctx.secrets, id, code) : null,
      expiresAt,
    })
    await queries.markChallenged(tx, factor.id)
    await sms?.send(tx, { to: `+${factor.phone}`, text: smsText(code) })
  })
  return { id, type: factor.type, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/**
 * Verifies a challenge. Returns the session at aal2, with tokens that replace those at aal1. A
 * wrong answer stays counted.
 */
export async function verifyChallenge(
  ctx: AuthContext,
  session: Session,
  input: { factorId: string; challengeId: string; code: string; caller: Caller },
): Promise<WireSession> {
  await enforceLimit(ctx, 'factorAttempts', session.userId)
  await enforceLimit(ctx, 'proofFailures', session.sessionId)
  const result = await ctx.db.transaction(
    system,
    async (tx): Promise<WireSession | AuthErrorCode> => {
      const user = await lockUser(tx, session.userId)
      if (!user) return 'user_not_found'
      const factor = await getFactor(tx, session.userId, input.factorId)
      const challenge = await queries.lockChallenge(tx, input.challengeId, factor.id)
      if (!challenge || challenge.session_id !== session.sessionId) {
        throw new AuthError('mfa_factor_not_found', { status: 422 })
      }
      if (challenge.answered_at || challenge.ip !== input.caller.ip)
        return 'mfa_ip_address_mismatch'
      if (challenge.expires_at <= new Date()) return 'mfa_challenge_expired'
      if (challenge.attempts >= MAX_WRONG_ANSWERS) return 'mfa_challenge_expired'
      if (!(await isRight(ctx, tx, factor, challenge, input.code))) {
        await queries.countWrongAnswer(tx, challenge.id)
        return 'mfa_verification_failed'
      }
      await queries.markAnswered(tx, challenge.id)
      const isFirst = factor.status === 'unverified'
      if (isFirst) {
        await checkFirstProof(tx, session, factor)
        await queries.markVerified(tx, factor)
      }
      const method = factor.type === 'phone' ? 'mfa/phone' : 'totp'
      const proof = { sessionId: session.sessionId, factorId: factor.id, method, isFirst }
      return await raiseToAal2(ctx, tx, user, proof)
    },
  )
  if (typeof result === 'string') throw new AuthError(result, wordingOf(result, input.code))
  await returnToLimit(ctx, 'proofFailures', session.sessionId)
  return result
}

/**
 * A factor enrolled before another one was verified may not be used to get past that one, and none
 * is added by who holds a session and nothing else.
 */
async function checkFirstProof(tx: Tx, session: Session, factor: queries.FactorRow): Promise<void> {
  const others = await queries.listFactors(tx, factor.user_id)
  const isGuarded = others.some(({ status }) => status === 'verified')
  if (isGuarded && session.aal !== 'aal2') throw new AuthError('insufficient_aal', { status: 403 })
  await requireProof(tx, session)
}

async function isRight(
  ctx: AuthContext,
  tx: Tx,
  factor: queries.FactorRow,
  challenge: queries.ChallengeRow,
  code: string,
): Promise<boolean> {
  if (challenge.code_hash) return codeMatches(ctx.secrets, challenge.id, code, challenge.code_hash)
  if (!factor.secret_sealed) return false
  const step = timeStepOf(ctx.secrets.open(TOTP_SEAL, factor.secret_sealed), code)
  return step !== null && (await queries.consumeTotpStep(tx, factor.id, step))
}

const wordingOf = (code: AuthErrorCode, answer: string) =>
  code === 'mfa_verification_failed' && !/^\d{6}$/.test(answer)
    ? { message: 'Invalid code entered: six digits are needed' }
    : {}
