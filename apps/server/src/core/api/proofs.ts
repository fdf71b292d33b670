/** Checks that a sensitive act comes from a session in which the person proved who they are, or is within the limit of a key. */
import type { KeyAccess } from '@semblance/contract'
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
 * no session, needs none. Throws proof_needed for more than the limit of the settings; for a key,
 * above_key_limit.
 */
export async function requireProofForPayment(
  { tx, actor, now, platform }: Ctx,
  amountCents: bigint,
): Promise<void> {
  consideredPayments.add(tx)
  if (actor.key) return requireWithinKeyLimit({ tx, actor }, amountCents)
  if (!actor.userId || !actor.sessionId) return
  if (amountCents <= platform.config.stepUpPaymentCents) return
  if (!isProofFresh(actor.provedAt ?? null, now)) await refuse(tx, actor.userId)
}

/** Transactions in which an amount was compared with the limit of the key, if a key calls. */
const consideredLimits = new WeakSet<Tx>()

/** Checks what an act binds its organization to. People have no such limit. Throws above_key_limit. */
export function requireWithinKeyLimit(
  { tx, actor }: Pick<Ctx, 'tx' | 'actor'>,
  amountCents: bigint,
): void {
  consideredLimits.add(tx)
  if (actor.key && amountCents > actor.key.limitCents) throw new AppError('above_key_limit')
}

/** Throws if a procedure of the scope `money` ended without a comparison with the key's limit. */
export function checkKeyLimit({ tx, actor }: Ctx, procedure: string, access: KeyAccess): void {
  if (actor.key && access === 'money' && !consideredLimits.has(tx))
    throw new Error(`${procedure} compares no amount with the limit of keys`)
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
