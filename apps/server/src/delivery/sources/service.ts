/**
 * Privacy accounts of original data. A measurement is reserved before its job is queued, marked before
 * its first count, and then ends as spent or released. What changes an account requires the system role
 * and belongs into the transaction of the change that it accounts for.
 */
import {
  DEFAULT_SOURCE_EPSILON,
  describeOverlap,
  SOURCE_DELTA,
  type SourceAccount,
  type SourceChoice,
  type SourceOverlap,
} from '@semblance/contract'
import { rehearse, type Tx } from '../../platform/database/db.ts'
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
  countRuns,
  endReservation,
  findSourceOfDeals,
  findSpent,
  insertSource,
  insertSpending,
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
import { forgetPrints, keepPrints, recognizeSources } from './recognition.ts'

export { backfillSpending } from './backfill.ts'
export { destroyPrintKey, openPrintKey } from './keys.ts'
export { ledgerOf, type Measurement, type RunLedger } from './measurement.ts'
export { listSpentOnSameRows, recognizeSources } from './recognition.ts'

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
 * Reserves what a measurement may spend, from the chosen source. Without a choice it is the source that
 * the data is recognized by, or else that of the deals' earlier measurements, or else a new one. Throws
 * not_found for a source of another vendor, source_exists, source_overlaps for data that another source
 * has, and privacy_budget_exhausted with the limit, what is taken and what fits.
 */
export async function reserveMeasurement(
  tx: Tx,
  measurement: Measurement,
  choice?: SourceChoice,
): Promise<SpendingRow> {
  const { vendor, deals, epsilon, purpose, subject } = measurement
  await lockSourcesOf(tx, vendor) // the same data, sent twice at a time, is one source
  const known = await recognizeSources(tx, measurement)
  if (choice) refuseOverlap(known, 'id' in choice ? choice.id : null)
  const sourceId = choice
    ? await openChosen(tx, vendor, choice)
    : (known[0]?.id ??
      (await findSourceOfDeals(tx, vendor, deals))?.id ??
      (await createSource(tx, { vendor, name: nameOfDeal(measurement) })).id)
  const reserved = { sourceId, vendor, epsilon, deal: deals[0], purpose, subject }
  const spending = await reserveBudget(tx, reserved)
  await keepPrints(tx, spending, measurement)
  return spending
}

/**
 * Reserves again what a measurement may spend, now that more is known of its data. Changes nothing once
 * counting has begun. Throws what `reserveMeasurement` does.
 */
export async function reserveAgain(
  tx: Tx,
  measurement: Measurement,
  choice?: SourceChoice,
): Promise<void> {
  const source = await lockSourceOf(tx, measurement)
  const open = source && (await lockReservation(tx, measurement))
  if (open && open.measured_at !== null) return
  if (open) await release(tx, open)
  await reserveMeasurement(tx, measurement, choice)
}

const openChosen = async (tx: Tx, vendor: string, choice: SourceChoice): Promise<string> =>
  'id' in choice ? choice.id : (await createSource(tx, { vendor, ...choice })).id

/** Throws source_overlaps for data that other sources have, but not this one; null for a new one. */
function refuseOverlap(known: SourceOverlap[], sourceId: string | null): void {
  const [first] = known
  if (!first || known.some(({ id }) => id === sourceId)) return
  const message = `${describeOverlap(first)} Choose that source.`
  throw new AppError('source_overlaps', { field: 'source', message })
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

/** Returns true for what `reserveMeasurement` and `recordMeasuring` throw where nothing may be measured of a source. */
export const isRefusedBySource = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.code === 'privacy_budget_exhausted' || error.code === 'source_overlaps')

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
 * privacy_budget_exhausted, and source_overlaps for data that another source has been found to have since
 * it was reserved; then nothing may be measured. Commit before the count: from then on the reservation is
 * no longer released.
 */
export async function recordMeasuring(tx: Tx, measurement: Measurement): Promise<void> {
  const source = await lockSourceOf(tx, measurement)
  const reserved = source && (await lockReservation(tx, measurement))
  if (reserved && reserved.measured_at === null) {
    refuseOverlap(await recognizeSources(tx, measurement), reserved.source_id)
    await keepPrints(tx, reserved, measurement) // those of an earlier release lack what rows are known by
  }
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
    await release(tx, open)
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

/** Ends a reservation of which nothing was measured: of its data no hash is kept. */
async function release(tx: Tx, open: SpendingRow): Promise<void> {
  await addToSource(tx, open.source_id, { reserved: -open.rho_billionths, spent: 0n })
  await endReservation(tx, open.id, { ...open, state: 'released' })
  await forgetPrints(tx, open)
}

/** Allows for a ledger that adds up shares, whose sum may exceed the whole by less than a billionth. */
const ROUNDING = 1n

/** Returns what a subject's measurement guarantees by itself, or null where none was spent. Requires the system role. */
export async function findSpentOn(tx: Tx, subject: Subject) {
  const row = await findSpent(tx, subject)
  return row ? guaranteeOf({ billionths: row.rho_billionths, delta: row.delta }) : null
}

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
    runs: await countRuns(tx, row),
  }
}

/**
 * Returns the account as the settlement of a run would leave it now, and changes nothing. Another
 * measurement may be settled before it: compare with the account that is settled. Requires the system role.
 */
export async function forecastSourceAccount(
  tx: Tx,
  subject: Subject,
  ledger?: RunLedger,
): Promise<SourceAccount | null> {
  let account: SourceAccount | null = null
  await rehearse(tx, async () => {
    await settleBudget(tx, subject, ledger)
    account = await getSourceAccount(tx, subject)
  })
  return account
}
