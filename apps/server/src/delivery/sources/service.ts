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
import { rehearse, type Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  costOfRho,
  epsilonOfLimit,
  epsilonThatFits,
  guaranteeOf,
  limitOf,
  reservedFor,
} from './budget.ts'
import { choiceFor, type Measurement, nameOfDeal, type RunLedger } from './measurement.ts'
import {
  addToSource,
  endReservation,
  findSourceOfDeals,
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
  setModelCost,
  sumDeltas,
} from './queries.ts'
import { forgetPrints, keepPrints, recognizeSources, refuseOverlap } from './recognition.ts'
import { getSourceAccount } from './source-account.ts'
import { findSpending } from './spending-queries.ts'

export { backfillSpending } from './backfill.ts'
export { forecastMeasurement } from './forecast.ts'
export { destroyPrintKey, openPrintKey } from './keys.ts'
export { ledgerOf, type Measurement, type RunLedger } from './measurement.ts'
export { findSourceOfSpent, keepSourcesOf, projectRevisions } from './projection.ts'
export { recognizeSources } from './recognition.ts'
export {
  findGuaranteeOfModel,
  findSpentOn,
  getAccountOfCopies,
  getDrawnAccount,
  getPlannedAccount,
  getSourceAccount,
} from './source-account.ts'
export { findReservation, findSpent, listDrawn, listSpendingIds } from './spending-queries.ts'

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
 * not_found for a source of another vendor, source_bound, source_exists, source_overlaps for data that another source
 * has, and privacy_budget_exhausted with the limit, what is taken and what fits.
 */
export async function reserveMeasurement(
  tx: Tx,
  measurement: Measurement,
  wanted?: SourceChoice,
): Promise<SpendingRow> {
  const { vendor, deals, epsilon, purpose, subject, drawsFrom } = measurement
  const choice = choiceFor(measurement, wanted)
  await lockSourcesOf(tx, vendor) // the same data, sent twice at a time, is one source
  const known = await recognizeSources(tx, measurement)
  if (choice) refuseOverlap(measurement, known, 'id' in choice ? choice.id : null)
  const sourceId = choice
    ? await openChosen(tx, vendor, choice)
    : (known[0]?.id ??
      (await findSourceOfDeals(tx, vendor, deals))?.id ??
      (await createSource(tx, { vendor, name: nameOfDeal(measurement) })).id)
  const reserved = { sourceId, vendor, epsilon, deal: deals[0], purpose, subject, drawsFrom }
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

/**
 * Reserves what a run at `epsilon` may spend: one that draws from a model of the same source, what its
 * report may. Throws not_found, privacy_budget_exhausted.
 */
export async function reserveBudget(
  tx: Tx,
  {
    sourceId,
    vendor,
    epsilon,
    drawsFrom,
    ...measured
  }: Subject & {
    sourceId: string
    vendor: string
    deal: string
    epsilon: number
    drawsFrom?: string
  },
): Promise<SpendingRow> {
  const source = await lockSource(tx, { id: sourceId, vendor })
  if (!source)
    throw new AppError('not_found', { field: 'source', message: 'You have no such source.' })
  const first = drawsFrom ? await findSpending(tx, { id: drawsFrom, vendor }) : undefined
  const reserved = reservedFor(epsilon, first?.source_id === source.id ? first.id : null)
  const left = leftOf(source)
  if (reserved.rho_billionths > left) throw exhausted(source, left)
  await addToSource(tx, source.id, { reserved: reserved.rho_billionths, spent: 0n })
  return await insertSpending(tx, { source_id: source.id, vendor, ...reserved, ...measured })
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
 * of an earlier release; adds what is missing if the agreed epsilon has grown since, or the run measures
 * after all; and gives back what one that draws does not need. A run that goes on from its own model
 * has it recorded. Throws privacy_budget_exhausted, and source_overlaps for data that another source has
 * been found to have since it was reserved; then nothing may be measured. Commit before the count: from
 * then on the reservation is no longer released.
 */
export async function recordMeasuring(tx: Tx, measurement: Measurement): Promise<void> {
  const { drawsFrom, epsilon } = measurement
  let source = await lockSourceOf(tx, measurement)
  let reserved = source && (await lockReservation(tx, measurement))
  if (reserved && reserved.id === drawsFrom) return
  if (reserved && reserved.model_rho_billionths !== null && measurement.measuresAnew)
    await setModelCost(tx, reserved.id, null)
  else if (reserved && reserved.model_rho_billionths !== null) {
    await settleBudget(tx, measurement) // its model is of no use any more, and paid
    source = reserved = undefined
  }
  if (reserved && reserved.measured_at === null) {
    refuseOverlap(measurement, await recognizeSources(tx, measurement), reserved.source_id)
    await keepPrints(tx, reserved, measurement) // those of an earlier release lack what rows are known by
  }
  const open = reserved ?? (await reserveMeasurement(tx, measurement))
  if (drawsFrom !== undefined) await requireSameSource(tx, open, drawsFrom)
  const needed = reservedFor(epsilon, drawsFrom ?? null)
  const missing = needed.rho_billionths - open.rho_billionths
  const isGivenBack = drawsFrom !== undefined && missing < 0n
  const changes = missing > 0n || isGivenBack
  if (source && changes) {
    if (missing > leftOf(source)) throw exhausted(source, leftOf(source))
    await addToSource(tx, source.id, { reserved: missing, spent: 0n })
  }
  const rho_billionths = changes ? needed.rho_billionths : open.rho_billionths
  await setMeasured(tx, open.id, { ...needed, rho_billionths })
}

/** An account that lacks what the model cost would state too little. */
async function requireSameSource(tx: Tx, open: SpendingRow, drawsFrom: string): Promise<void> {
  const first = await findSpending(tx, { id: drawsFrom, vendor: open.vendor })
  if (first?.source_id !== open.source_id) throw new Error('A model of another source.')
}

/**
 * Records that the model of a measurement under way is stored, and what it cost, null for all of it: if
 * nothing else comes of the run, that is spent. Returns the measurement's ID. Throws unless it was recorded that it counts.
 */
export async function recordModel(tx: Tx, subject: Subject, rho: number | null): Promise<string> {
  const open = (await lockSourceOf(tx, subject)) && (await lockReservation(tx, subject))
  if (!open || open.measured_at === null) throw new Error('A model of no measurement.')
  await setModelCost(tx, open.id, rho === null ? open.rho_billionths : costOfRho(rho))
  return open.id
}

/**
 * Ends a reservation: releases it if nothing was measured; else spends what the ledger states, without a
 * ledger what its stored model cost, and without a model all of it. Returns false if it had ended before, so that a repeated end changes nothing.
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
  const excess = statedCost(open, ledger) - reserved
  if (excess > ROUNDING) throw new Error('A run spent more than it reserved.')
  const spent = excess > 0n ? reserved : reserved + excess
  const deltaOf = await sumDeltas(tx, [open.source_id])
  await addToSource(tx, open.source_id, { reserved: -reserved, spent })
  await endReservation(tx, open.id, {
    state: 'spent',
    rho_billionths: spent,
    delta: open.drawn_from === null ? (ledger?.delta ?? open.delta) : open.delta,
    rho_before_billionths: source.rho_spent_billionths,
    delta_before: deltaOf(open.source_id).spent,
    limit_then_billionths: source.rho_limit_billionths,
  })
  return true
}

function statedCost(open: SpendingRow, ledger?: RunLedger): bigint {
  if (open.drawn_from !== null)
    return ledger?.rhoOfReports ? costOfRho(ledger.rhoOfReports) : open.rho_billionths
  return ledger ? costOfRho(ledger.rho) : (open.model_rho_billionths ?? open.rho_billionths)
}

/** Ends a reservation of which nothing was measured: of its data no hash is kept. */
async function release(tx: Tx, open: SpendingRow): Promise<void> {
  await addToSource(tx, open.source_id, { reserved: -open.rho_billionths, spent: 0n })
  await endReservation(tx, open.id, { ...open, state: 'released' })
  await forgetPrints(tx, open)
}

/** Allows for a ledger that adds up shares, whose sum may exceed the whole by less than a billionth. */
const ROUNDING = 1n

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
