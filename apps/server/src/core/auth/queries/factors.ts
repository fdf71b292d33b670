/** Second factors and their challenges. */
import { type Selectable, sql } from 'kysely'
import type { AuthChallenges, AuthFactors } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export type FactorType = 'totp' | 'phone'
export type FactorRow = Omit<Selectable<AuthFactors>, 'type' | 'status'> & {
  type: FactorType
  status: 'verified' | 'unverified'
}
export type ChallengeRow = Selectable<AuthChallenges>

export async function listFactors(tx: Tx, userId: string): Promise<FactorRow[]> {
  const query = tx
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
  return (await query.execute()) as FactorRow[]
}

/** Returns true if the account has a verified second factor. */
export async function hasFactor(tx: Tx, userId: string): Promise<boolean> {
  const query = tx
    .selectFrom('auth.factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
  return (await query.executeTakeFirst()) !== undefined
}

/** Returns those of the accounts that have a verified second factor. */
export async function listVerified(tx: Tx, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const query = tx
    .selectFrom('auth.factors')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .where('status', '=', 'verified')
  return (await query.execute()).map((row) => row.user_id)
}

export async function findFactor(tx: Tx, userId: string, id: string): Promise<FactorRow | null> {
  const query = tx
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
  return ((await query.executeTakeFirst()) as FactorRow | undefined) ?? null
}

/** Inserts a factor. Returns null if the user has a factor of that name. */
export async function insertFactor(
  tx: Tx,
  factor: {
    userId: string
    type: FactorType
    friendlyName: string
    secretSealed: string | null
    phone: string | null
  },
): Promise<FactorRow | null> {
  const query = tx
    .insertInto('auth.factors')
    .values({
      user_id: factor.userId,
      type: factor.type,
      friendly_name: factor.friendlyName,
      secret_sealed: factor.secretSealed,
      phone: factor.phone,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'friendly_name']).doNothing())
    .returningAll()
  return ((await query.executeTakeFirst()) as FactorRow | undefined) ?? null
}

/** Lists the sealed secrets of all users' authenticator applications, and locks them. */
export async function lockSecrets(tx: Tx): Promise<{ id: string; secretSealed: string }[]> {
  return await tx
    .selectFrom('auth.factors')
    .select(['id', 'secret_sealed as secretSealed'])
    .where('secret_sealed', 'is not', null)
    .$narrowType<{ secretSealed: string }>()
    .forUpdate()
    .execute()
}

export async function setSecretSealed(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.updateTable('auth.factors').set({ secret_sealed: sealed }).where('id', '=', id).execute()
}

export async function markChallenged(tx: Tx, factorId: string): Promise<void> {
  await tx
    .updateTable('auth.factors')
    .set({ last_challenged_at: new Date(), updated_at: new Date() })
    .where('id', '=', factorId)
    .execute()
}

/** Marks a factor as verified, and deletes unverified ones of the same kind. */
export async function markVerified(tx: Tx, factor: FactorRow): Promise<void> {
  await tx
    .updateTable('auth.factors')
    .set({ status: 'verified', updated_at: new Date() })
    .where('id', '=', factor.id)
    .execute()
  await tx
    .deleteFrom('auth.factors')
    .where('user_id', '=', factor.user_id)
    .where('type', '=', factor.type)
    .where('status', '=', 'unverified')
    .execute()
}

/**
 * Stores the time step of a code. Returns false if a code of that or a later step was accepted
 * before.
 */
export async function consumeTotpStep(tx: Tx, factorId: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('auth.factors')
    .set({ last_time_step: BigInt(step) })
    .where('id', '=', factorId)
    .where(sql<boolean>`coalesce(last_time_step, 0) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.factors').where('id', '=', id).execute()
}

export async function insertChallenge(
  tx: Tx,
  challenge: {
    id: string
    factorId: string
    sessionId: string
    ip: string
    codeHash: string | null
    expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('auth.challenges')
    .values({
      id: challenge.id,
      factor_id: challenge.factorId,
      session_id: challenge.sessionId,
      ip: challenge.ip,
      code_hash: challenge.codeHash,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

export async function lockChallenge(
  tx: Tx,
  id: string,
  factorId: string,
): Promise<ChallengeRow | null> {
  const query = tx
    .selectFrom('auth.challenges')
    .selectAll()
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

export async function countWrongAnswer(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('auth.challenges')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .execute()
}

export async function markAnswered(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('auth.challenges')
    .set({ answered_at: new Date() })
    .where('id', '=', id)
    .execute()
}
