/** Contracts that stand still: in dispute, or unpaid because the bank took a payment back. They go on where they stood. */
import type { ContractStatus } from '@semblance/contract'
import { sql } from 'kysely'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { markDprCancelled, markDprCompleted } from '../dprs/service.ts'
import {
  type ContractChange,
  type ContractRow,
  claimContract,
  lockContract,
  redirectSuspended,
} from './queries.ts'
import { announce, move, pauseReviewDeadline } from './transition.ts'

/**
 * Starts a contract whose payment has settled, or continues it from the state before a payment was
 * returned.
 */
export async function markFunded(tx: Tx, before: ContractRow, now: Date): Promise<ContractRow> {
  if (before.status !== 'awaiting_payment') {
    const row = await withSystemRole(tx, () =>
      claimContract(tx, before.id, [before.status], { payment_returned_at: null }),
    )
    await announce(tx, before)
    return row ?? before
  }
  const contract = await move(tx, before.id, 'awaiting_payment', {
    ...(before.resumes_as
      ? resumed(before, before.payment_returned_at ?? now, now)
      : { status: 'in_progress', stage: 'data_collection', funded_at: now }),
    payment_returned_at: null,
  })
  if (!contract) throw new AppError('contract_fixed')
  return contract
}

/** Suspends a contract until its dispute ends. */
export async function claimDispute(tx: Tx, contractId: string, now: Date): Promise<ContractRow> {
  return await suspend(tx, contractId, { status: 'disputed' }, now)
}

/**
 * Suspends a contract whose payment the bank has returned, until another one settles. Only marks it
 * if it has ended or is in dispute.
 */
export async function markPaymentReturned(tx: Tx, before: ContractRow, now: Date): Promise<void> {
  const returned = { payment_returned_at: now }
  if (isSuspendable(before.status))
    await suspend(tx, before.id, { status: 'awaiting_payment', ...returned }, now)
  else await withSystemRole(tx, () => claimContract(tx, before.id, [before.status], returned))
  await announce(tx, before)
}

/** Ends a dispute: the contract, in dispute since the given time, goes on where it stood, or is over. */
export async function claimDisputeEnd(
  tx: Tx,
  contractId: string,
  as: { resumeSince: Date } | 'completed' | 'cancelled',
  now: Date,
): Promise<ContractRow> {
  const before = await withSystemRole(tx, () => lockContract(tx, contractId))
  const change = typeof as === 'string' ? over(as, now) : undisputed(before, as.resumeSince, now)
  const contract = await move(tx, contractId, 'disputed', change)
  if (!contract) throw new AppError('contract_fixed')
  if (as === 'completed') await markDprCompleted(tx, contract.dpr_id)
  if (as === 'cancelled') await markDprCancelled(tx, contract.dpr_id, now)
  return contract
}

function over(status: 'completed' | 'cancelled', now: Date) {
  const ended = { stage: null, resumes_as: null, review_left: null } as const
  return status === 'completed'
    ? { ...ended, status, completed_at: now }
    : { ...ended, status, cancelled_at: now }
}

/** Continues a contract after a dispute, or has it wait for another payment if the bank took one back during it. */
const undisputed = (before: ContractRow, since: Date, now: Date): ContractChange =>
  before.payment_returned_at
    ? { status: 'awaiting_payment', ...addSuspended(before, since, before.payment_returned_at) }
    : resumed(before, since, now)

const suspendable = ['in_progress', 'synthetic_processing', 'pending_review'] as const
const isSuspendable = (status: ContractStatus) =>
  (suspendable as readonly ContractStatus[]).includes(status)

/** Remembers where the contract stood and what was left of its review. */
async function suspend(
  tx: Tx,
  contractId: string,
  to: ContractChange,
  now: Date,
): Promise<ContractRow> {
  const contract = await withSystemRole(tx, () =>
    claimContract(tx, contractId, suspendable, {
      ...to,
      resumes_as: sql<'in_progress' | 'synthetic_processing' | 'pending_review'>`status`,
      review_left: sql<string | null>`review_ends_at - ${now}::timestamptz`,
      ...pauseReviewDeadline,
    }),
  )
  if (!contract) throw new AppError('contract_fixed')
  await announce(tx, contract)
  return contract
}

function resumed(before: ContractRow, since: Date, now: Date) {
  return {
    ...addSuspended(before, since, now),
    status: before.resumes_as ?? 'in_progress',
    stage: before.resumes_as === 'pending_review' ? null : before.stage,
    resumes_as: null,
    review_left: null,
    ...(before.resumes_as === 'pending_review' && {
      review_ends_at: sql<Date>`${now}::timestamptz
        + coalesce(review_left, make_interval(days => review_days))`,
    }),
  } as const
}

/**
 * Changes the state in which a suspended contract continues, because its synthesis has ended.
 * Returns false if none is suspended.
 */
export async function moveSuspended(
  tx: Tx,
  contractId: string,
  to: 'in_progress' | 'pending_review',
  dates: { delivered_at?: Date; submitted_at?: null },
): Promise<boolean> {
  return await withSystemRole(tx, () =>
    redirectSuspended(tx, contractId, {
      ...dates,
      resumes_as: to,
      stage: to === 'in_progress' ? 'data_submission' : null,
    }),
  )
}

/**
 * Moves the due time of a delivery by the time in which its contract was suspended, up to the delivery if that became ready
 * in it. A hold that lasts is left out, because its end adds it; one that ended in it counts twice.
 */
function addSuspended(before: ContractRow, since: Date, until: Date) {
  const delivered = before.resumes_as === 'pending_review' ? before.delivered_at : null
  const ends = [until, delivered, before.held_since].filter((at) => at !== null)
  const endMs = Math.min(...ends.map((at) => at.getTime()))
  const ms = Math.max(0, endMs - since.getTime())
  return { held_ms: sql<bigint>`held_ms + ${ms}` } as const
}
