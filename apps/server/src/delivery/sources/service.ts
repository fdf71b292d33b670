/**
 * Privacy accounts of original data. A measurement is reserved before its job is queued, marked before
 * its first count, and then ends as spent or released. What changes an account requires the system role
 * and belongs into the transaction of the change that it accounts for.
 */
import {
  DEFAULT_SOURCE_EPSILON,
  SOURCE_DELTA,
  type SourceAccount,
  type SourceChoice,
} from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  costOf,
  costOfRho,
  epsilonOfLimit,
  epsilonThatFits,
  guaranteeOf,
  limitOf,
} from './budget.ts'
import { type Measurement, nameOfDeal, type RunLedger } from './measurement.ts'
import {
  addToSource,
  endReservation,
  findSourceOfDeals,
  findSpent,
  insertPrints,
  insertSource,
  insertSpending,
  listSourcesOfFiles,
  lockReservation,
  lockSource,
  lockSourceOf,
  lockSourcesOf,
  type SourceRow,
  type SpendingRow,
  type Subject,
  setMeasured,
  sumDeltas,
} from './queries.ts'

export { backfillSpending } from './backfill.ts'
export { ledgerOf, type Measurement, type RunLedger } from './measurement.ts'

/** Opens an account with the default limit. Throws source_exists for a name that the vendor has. */
export async function createSource(
  tx: Tx,
  { vendor, name }: Pick<SourceRow, 'vendor' | 'name'>,
): Promise<SourceRow> {
  return await insertSource(tx, {
    vendor,
    name,
    rho_limit_billionths: limitOf(DEFAULT_SOURCE_EPSILON),
  })
}

/**
 * Reserves what a measurement may spend, from the chosen source. Without a choice it is the source of the
 * same file, or else that of the deals' earlier measurements, or else a new one. Throws not_found for a
 * source of another vendor, source_exists, source_overlaps for a file that another source has, and
 * privacy_budget_exhausted with the limit, what is taken and what fits.
 */
export async function reserveMeasurement(
  tx: Tx,
  measurement: Measurement,
  choice?: SourceChoice,
): Promise<SpendingRow> {
  const { vendor, deals, epsilon, purpose, subject, sha256s } = measurement
  await lockSourcesOf(tx, vendor) // the same file, sent twice at a time, is one source
  const known = await listSourcesOfFiles(tx, vendor, sha256s)
  if (choice) refuseOverlap(known, choice)
  const sourceId = choice
    ? await openChosen(tx, vendor, choice)
    : (known[0]?.id ??
      (await findSourceOfDeals(tx, vendor, deals))?.id ??
      (await createSource(tx, { vendor, name: nameOfDeal(measurement) })).id)
  const reserved = { sourceId, vendor, epsilon, deal: deals[0], purpose, subject }
  const spending = await reserveBudget(tx, reserved)
  await insertPrints(tx, spending, sha256s)
  return spending
}

const openChosen = async (tx: Tx, vendor: string, choice: SourceChoice): Promise<string> =>
  'id' in choice ? choice.id : (await createSource(tx, { vendor, ...choice })).id

function refuseOverlap(known: Pick<SourceRow, 'id' | 'name'>[], choice: SourceChoice): void {
  const [first] = known
  if (!first || ('id' in choice && known.some(({ id }) => id === choice.id))) return
  throw new AppError('source_overlaps', {
    field: 'source',
    message: `The same file was measured before, as ${first.name} (${first.id}). Choose that source: what is measured of the same data adds up.`,
  })
}

/** Reserves what a run at `epsilon` may spend. Throws not_found, privacy_budget_exhausted. */
export async function reserveBudget(
  tx: Tx,
  {
    sourceId,
    vendor,
    epsilon,
    ...measured
  }: Subject & {
    sourceId: string
    vendor: string
    deal: string
    epsilon: number
  },
): Promise<SpendingRow> {
  const source = await lockSource(tx, { id: sourceId, vendor })
  if (!source)
    throw new AppError('not_found', { field: 'source', message: 'You have no such source.' })
  const cost = costOf(epsilon)
  const left = leftOf(source)
  if (cost > left) throw exhausted(source, left)
  await addToSource(tx, source.id, { reserved: cost, spent: 0n })
  return await insertSpending(tx, {
    source_id: source.id,
    vendor,
    rho_billionths: cost,
    delta: SOURCE_DELTA,
    ...measured,
  })
}

export const leftOf = (source: SourceRow): bigint =>
  source.rho_limit_billionths - source.rho_reserved_billionths - source.rho_spent_billionths

/** Returns true for what `reserveMeasurement` and `recordMeasuring` throw where a source has too little left. */
export const isExhausted = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'privacy_budget_exhausted'

const roundedUp = (epsilon: number) => (Math.ceil(epsilon * 100) / 100).toFixed(2)

function exhausted(source: SourceRow, left: bigint): AppError {
  const limit = epsilonOfLimit(source.rho_limit_billionths)
  const taken = source.rho_limit_billionths - left
  const { epsilon } = guaranteeOf({ billionths: taken, delta: SOURCE_DELTA })
  const fits = epsilonThatFits(left)
  const rest =
    fits > 0 ? `The largest ε that still fits is ${fits.toFixed(2)}.` : 'Nothing more fits into it.'
  return new AppError('privacy_budget_exhausted', {
    field: 'source',
    message: `The source ${source.name} has a privacy limit of ε ${limit}, of which ε ${roundedUp(epsilon)} is spent or reserved. ${rest} An administrator of your organization can raise the limit on the page Sources.`,
  })
}

/**
 * Records that the first count is about to be made. Reserves if nothing is reserved yet, as for deliveries
 * of an earlier release, and adds what is missing if the agreed epsilon has grown since. Throws
 * privacy_budget_exhausted; then nothing may be measured. Commit before the count: from then on the
 * reservation is no longer released.
 */
export async function recordMeasuring(tx: Tx, measurement: Measurement): Promise<void> {
  const source = await lockSourceOf(tx, measurement)
  const reserved = source && (await lockReservation(tx, measurement))
  const open = reserved ?? (await reserveMeasurement(tx, measurement))
  const missing = costOf(measurement.epsilon) - open.rho_billionths
  if (source && missing > 0n) {
    if (missing > leftOf(source)) throw exhausted(source, leftOf(source))
    await addToSource(tx, source.id, { reserved: missing, spent: 0n })
  }
  const rho_billionths = missing > 0n ? open.rho_billionths + missing : open.rho_billionths
  await setMeasured(tx, open.id, rho_billionths)
}

/**
 * Ends a reservation: releases it if nothing was measured; else spends what the ledger states, or all
 * of it without a ledger. Returns false if it had ended before, so that a repeated end changes nothing.
 */
export async function settleBudget(tx: Tx, subject: Subject, ledger?: RunLedger): Promise<boolean> {
  const source = await lockSourceOf(tx, subject)
  const open = source && (await lockReservation(tx, subject))
  if (!open) return false
  const reserved = open.rho_billionths
  if (open.measured_at === null) {
    await addToSource(tx, open.source_id, { reserved: -reserved, spent: 0n })
    await endReservation(tx, open.id, { ...open, state: 'released' })
    return true
  }
  const stated = ledger ? costOfRho(ledger.rho) : reserved
  const excess = stated - reserved
  if (excess > ROUNDING) throw new Error('A run spent more than it reserved.')
  const spent = excess > 0n ? reserved : stated
  const deltaOf = await sumDeltas(tx, [open.source_id])
  await addToSource(tx, open.source_id, { reserved: -reserved, spent })
  await endReservation(tx, open.id, {
    state: 'spent',
    rho_billionths: spent,
    delta: ledger?.delta ?? open.delta,
    rho_before_billionths: source.rho_spent_billionths,
    delta_before: deltaOf(open.source_id).spent,
    limit_then_billionths: source.rho_limit_billionths,
  })
  return true
}

/** Allows for a ledger that adds up shares, whose sum may exceed the whole by less than a billionth. */
const ROUNDING = 1n

/** Returns the account as a subject's measurement left it, or null where none was spent. Requires the system role. */
export async function getSourceAccount(tx: Tx, subject: Subject): Promise<SourceAccount | null> {
  const row = await findSpent(tx, subject)
  if (!row) return null
  const before = { billionths: row.rho_before_billionths, delta: row.delta_before }
  const after = {
    billionths: before.billionths + row.rho_billionths,
    delta: before.delta + row.delta,
  }
  return {
    sourceId: row.source_id,
    before: guaranteeOf(before),
    with: guaranteeOf(after),
    limitEpsilon: epsilonOfLimit(row.limit_then_billionths),
  }
}
