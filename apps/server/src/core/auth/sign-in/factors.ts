/** Second factors: enrolled unverified, verified by a challenge, each raising sessions to aal2. */
import { system, type Tx } from '../../../platform/database/db.ts'
import { type Renewal, reseal } from '../../../platform/security/secrets.ts'
import type { AuthContext, Session } from '../context.ts'
import { AuthError } from '../errors.ts'
import * as queries from '../queries/factors.ts'
import { lowerSessions } from '../queries/sessions.ts'
import { lockUser } from '../queries/users.ts'
import { requireProof } from './proofs.ts'
import { newTotpSecret, qrCode, totpUri } from './totp.ts'

/** Limits a user's factors, verified or not. */
const MAX_FACTORS = 10
export const TOTP_SEAL = 'auth.totp-secrets'

export type Enrolment = { friendlyName: string } & (
  | { type: 'totp'; issuer: string }
  | { type: 'phone'; phone: string }
)

export async function enrollFactor(ctx: AuthContext, session: Session, input: Enrolment) {
  if (session.awaitsSecondFactor) throw new AuthError('insufficient_aal', { status: 403 })
  if (input.type === 'phone' && !ctx.settings.sms)
    throw new AuthError('mfa_phone_enroll_not_enabled')
  const secret = newTotpSecret()
  const factor = await ctx.db.transaction(system, async (tx) => {
    await requireProof(tx, session)
    await checkEnrolment(tx, session, input)
    return await queries.insertFactor(tx, {
      userId: session.userId,
      type: input.type,
      friendlyName: input.friendlyName,
      secretSealed: input.type === 'totp' ? ctx.secrets.seal(TOTP_SEAL, secret) : null,
      phone: input.type === 'phone' ? input.phone : null,
    })
  })
  if (!factor) throw new AuthError('mfa_factor_name_conflict')
  const answer = { id: factor.id, type: input.type, friendly_name: factor.friendly_name }
  if (input.type === 'phone') return { ...answer, phone: input.phone }
  const uri = totpUri(secret, input.issuer, session.email)
  return { ...answer, totp: { qr_code: await qrCode(uri), secret, uri } }
}

/** Seals the secrets of all users under another master secret. Run as the system. */
export async function resealFactors(tx: Tx, renewal: Renewal): Promise<void> {
  for (const { id, secretSealed } of await queries.lockSecrets(tx))
    await queries.setSecretSealed(tx, id, reseal(renewal, TOTP_SEAL, secretSealed))
}

async function checkEnrolment(tx: Tx, session: Session, input: Enrolment): Promise<void> {
  const user = await lockUser(tx, session.userId)
  if (!user) throw new AuthError('user_not_found')
  if (user.is_anonymous) {
    const message = 'Anonymous users cannot have second factors'
    throw new AuthError('validation_failed', { status: 403, message })
  }
  const factors = await queries.listFactors(tx, user.id)
  if (factors.length >= MAX_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors')
  const isKnown = (factor: queries.FactorRow) =>
    input.type === 'phone' && factor.phone === input.phone && factor.status === 'verified'
  if (factors.some(isKnown)) throw new AuthError('mfa_verified_factor_exists')
}

/**
 * Removes a factor; sessions at aal2 by it fall back to aal1. A verified factor requires a
 * second-factor session that was proved a short time ago.
 */
export async function unenrollFactor(
  ctx: AuthContext,
  session: Session,
  factorId: string,
): Promise<void> {
  await ctx.db.transaction(system, async (tx) => {
    const factor = await getFactor(tx, session.userId, factorId)
    if (factor.status === 'verified') {
      if (session.aal !== 'aal2') throw new AuthError('insufficient_aal', { status: 422 })
      await requireProof(tx, session)
    }
    await removeFactor(tx, factor)
  })
}

export async function removeFactor(tx: Tx, factor: queries.FactorRow): Promise<void> {
  await lowerSessions(tx, factor.id)
  await queries.deleteFactor(tx, factor.id)
}

export async function getFactor(tx: Tx, userId: string, id: string): Promise<queries.FactorRow> {
  const factor = await queries.findFactor(tx, userId, id)
  if (!factor) throw new AuthError('mfa_factor_not_found')
  return factor
}
