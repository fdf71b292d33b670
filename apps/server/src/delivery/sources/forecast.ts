/** Forecasts the account of a source with a measurement that is not reserved yet. Changes nothing. */
import {
  DEFAULT_SOURCE_EPSILON,
  type RunForecast,
  SOURCE_DELTA,
  type SourceChoice,
} from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { epsilonOfLimit, guaranteeOf, limitOf, reservedFor } from './budget.ts'
import { choiceFor, type Measurement } from './measurement.ts'
import { findSource, findSourceOfDeals, type SourceRow, sumDeltas } from './queries.ts'
import { recognizeSources, refuseOverlap } from './recognition.ts'
import { findSpending, findTwinTitle } from './spending-queries.ts'

/**
 * Forecasts what `reserveMeasurement` would reserve. Throws what it does, but for an exhausted budget, which is stated.
 * Requires the system role.
 */
export async function forecastMeasurement(
  tx: Tx,
  measurement: Measurement,
  wanted?: SourceChoice,
): Promise<RunForecast> {
  const choice = choiceFor(measurement, wanted)
  const { vendor, epsilon, drawsFrom } = measurement
  const known = await recognizeSources(tx, measurement)
  if (choice) refuseOverlap(measurement, known, 'id' in choice ? choice.id : null)
  const source = await findChosen(tx, measurement, choice ?? (known[0] && { id: known[0].id }))
  const first = drawsFrom && source ? await findSpending(tx, { id: drawsFrom, vendor }) : undefined
  const drawn = first && first.source_id === source?.id ? first : null
  const needed = reservedFor(epsilon, drawn?.id ?? null)
  const limit = source?.rho_limit_billionths ?? limitOf(DEFAULT_SOURCE_EPSILON)
  const before = await takenFrom(tx, source)
  const both = {
    billionths: before.billionths + needed.rho_billionths,
    delta: before.delta + needed.delta,
  }
  const [match] = known.filter(({ id }) => id === source?.id)
  return {
    source: source ? { id: source.id, name: source.name } : null,
    drawsFrom: drawn && {
      ...{ id: drawn.id, deal: drawn.deal, measuredAt: drawn.measured_at },
      twinTitle: await findTwinTitle(tx, drawn),
    },
    reason: drawn ? null : reasonOf(match?.match),
    before: guaranteeOf(before),
    with: guaranteeOf(both),
    limitEpsilon: epsilonOfLimit(limit),
    // A report alone spends no delta: its own epsilon is stated at the limit's.
    epsilon: drawn
      ? guaranteeOf({ billionths: needed.rho_billionths, delta: SOURCE_DELTA }).epsilon
      : epsilon,
    beforeShare: Number(before.billionths) / Number(limit),
    share: Number(needed.rho_billionths) / Number(limit),
    fits: both.billionths <= limit,
  }
}

async function findChosen(
  tx: Tx,
  { vendor, deals }: Measurement,
  choice: SourceChoice | undefined,
): Promise<SourceRow | undefined> {
  if (!choice) return await findSourceOfDeals(tx, vendor, deals)
  if (!('id' in choice)) return undefined
  const source = await findSource(tx, { id: choice.id, vendor })
  if (!source)
    throw new AppError('not_found', { field: 'source', message: 'You have no such source.' })
  return source
}

export async function takenFrom(tx: Tx, source: SourceRow | undefined) {
  if (!source) return { billionths: 0n, delta: 0 }
  const { spent, reserved } = (await sumDeltas(tx, [source.id]))(source.id)
  return {
    billionths: source.rho_spent_billionths + source.rho_reserved_billionths,
    delta: spent + reserved,
  }
}

const reasons = {
  file: 'other_recipe',
  rows: 'other_file',
  some_rows: 'overlap',
  place: 'read_in_place',
} as const

const reasonOf = (match: keyof typeof reasons | undefined): RunForecast['reason'] =>
  match ? reasons[match] : 'new_data'
