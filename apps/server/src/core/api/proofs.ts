/** Checks that a sensitive act comes from a session in which the person proved who they are. */
import { system, type Tx } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isProofFresh, listProofMethods } from '../auth/service.ts'
import type { Caller } from './caller.ts'
import { proofRules } from './proof-rules.ts'

/**
 * Checks the proof of a listed procedure before it runs. Leaves to the procedure what has no proof to
 * give: a visitor, and a session that awaits its second factor. Throws proof_needed.
 */
export async function requireListedProof(
  { platform, caller }: { platform: Platform; caller: Pick<Caller, 'readSession'> },
  procedure: string,
): Promise<void> {
  if (proofRules[procedure] !== 'always') return
  const session = await caller.readSession()
  if (!session || session.awaitsSecondFactor) return
  if (isProofFresh(session.provedAt, new Date())) return
  await platform.db.transaction(system, (tx) => refuse(tx, session.userId))
}

/** Transactions in which a payment's amount was compared with the limit. */
const consideredPayments = new WeakSet<Tx>()

/**
 * Checks the proof for a payment, before anything changes. An act of the platform itself, which has
 * no session, needs none. Throws proof_needed for more than the limit of the settings.
 */
export async function requireProofForPayment(
  { tx, actor, now, platform }: Ctx,
  amountCents: bigint,
): Promise<void> {
  consideredPayments.add(tx)
  if (!actor.userId || !actor.sessionId) return
  if (amountCents <= platform.config.stepUpPaymentCents) return
  if (!isProofFresh(actor.provedAt ?? null, now)) await refuse(tx, actor.userId)
}

/** Throws if a procedure that pays ended without a comparison of its amount with the limit. */
export function checkPaymentRule(tx: Tx, procedure: string): void {
  if (proofRules[procedure] === 'large payment' && !consideredPayments.has(tx))
    throw new Error(`${procedure} compares no amount with the limit of proofs`)
}

/** An account that has nothing to prove itself by is left to the procedure's own guards. */
async function refuse(tx: Tx, userId: string): Promise<void> {
  const methods = await listProofMethods(tx, userId)
  if (methods.length > 0) throw new AppError('proof_needed', { methods })
}
