/**
 * Privacy accounts of original data. A measurement is reserved before its job is queued, marked before
 * its first count, and then ends as spent or released. Everything here requires the system role and
 * belongs into the transaction of the change that it accounts for.
 */
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { costOf, costOfRho, DEFAULT_LIMIT_EPSILON, DELTA, epsilonOf, limitOf } from './budget.ts'
import {
  addToSource,
  endReservation,
  insertReservation,
  insertSource,
  lockReservation,
  lockSource,
  lockSourceOf,
  type SourceRow,
  type Subject,
  setMeasured,
} from './queries.ts'

/** Opens an account with the default limit. */
export async function createSource(
  tx: Tx,
  { vendor, name }: Pick<SourceRow, 'vendor' | 'name'>,
): Promise<SourceRow> {
  return await insertSource(tx, {
    vendor,
    name,
    rho_limit_billionths: limitOf(DEFAULT_LIMIT_EPSILON),
  })
}

/**
 * Reserves what a run at `epsilon` may spend. Throws not_found for a source of another vendor, and
 * privacy_budget_exhausted with the limit, what is taken and the largest epsilon that fits.
 */
export async function reserveBudget(
  tx: Tx,
  {
    sourceId,
    vendor,
    epsilon,
    ...subject
  }: Subject & {
    sourceId: string
    vendor: string
    epsilon: number
  },
): Promise<void> {
  const source = await lockSource(tx, { id: sourceId, vendor })
  if (!source) throw new AppError('not_found')
  const cost = costOf(epsilon)
  const left = leftOf(source)
  if (cost > left) throw exhausted(source, left)
  await addToSource(tx, source.id, { reserved: cost, spent: 0n })
  await insertReservation(tx, {
    source_id: source.id,
    vendor,
    rho_billionths: cost,
    delta: DELTA,
    ...subject,
  })
}

const leftOf = (source: SourceRow): bigint =>
  source.rho_limit_billionths - source.rho_reserved_billionths - source.rho_spent_billionths

/** Rounds an epsilon down to two decimals, so that what is said to fit does. */
const shown = (epsilon: number) => (Math.floor(epsilon * 100) / 100).toFixed(2)

function exhausted(source: SourceRow, left: bigint): AppError {
  const taken = source.rho_limit_billionths - left
  return new AppError('privacy_budget_exhausted', {
    message: `${source.name} has a privacy limit of ε ${shown(epsilonOf(source.rho_limit_billionths))}, of which ε ${shown(epsilonOf(taken))} is spent or reserved. The largest ε that still fits is ${shown(epsilonOf(left))}.`,
  })
}

/**
 * Records that the first count is about to be made. Commit before it is: from then on the reservation
 * is no longer released. Throws if the subject has no open reservation.
 */
export async function recordMeasuring(tx: Tx, subject: Subject): Promise<void> {
  await lockSourceOf(tx, subject)
  const open = await lockReservation(tx, subject)
  if (!open) throw new Error(`${subject.purpose} ${subject.subject} has reserved no privacy budget`)
  await setMeasured(tx, open.id)
}

/**
 * Ends a reservation: releases it if nothing was measured; else spends what the ledger states, or all
 * of it without a ledger. Returns false if it had ended before, so that a repeated end changes nothing.
 */
export async function settleBudget(
  tx: Tx,
  subject: Subject,
  ledger?: { rho: number; delta: number },
): Promise<boolean> {
  await lockSourceOf(tx, subject)
  const open = await lockReservation(tx, subject)
  if (!open) return false
  const reserved = open.rho_billionths
  const isSpent = open.measured_at !== null
  const stated = ledger ? costOfRho(ledger.rho) : reserved
  const excess = stated - reserved
  if (isSpent && excess > ROUNDING) throw new Error('A run spent more than it reserved.')
  const spent = excess > 0n ? reserved : stated
  await addToSource(tx, open.source_id, { reserved: -reserved, spent: isSpent ? spent : 0n })
  await endReservation(tx, open.id, {
    state: isSpent ? 'spent' : 'released',
    rho_billionths: isSpent ? spent : reserved,
    delta: (isSpent && ledger?.delta) || open.delta,
  })
  return true
}

/** Allows for a ledger that adds up shares, whose sum may exceed the whole by less than a billionth. */
const ROUNDING = 1n
