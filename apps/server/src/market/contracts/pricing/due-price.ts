/** Computes and reads the price of a contract's delivery at its accuracy. */
import {
  type DuePrice,
  duePriceAt,
  floorCents,
  type MeasuredAccuracy,
  type PriceTerms,
  priceAt,
  priceSlope,
} from '@semblance/contract'
import type { Tx } from '../../../platform/database/db.ts'
import { type ContractRow, findPriceTerms } from '../queries.ts'

type AccuracyColumns = Pick<
  ContractRow,
  'due_accuracy_tenths' | 'due_accuracy_low_tenths' | 'due_accuracy_high_tenths'
>
type DueColumns = AccuracyColumns & Pick<ContractRow, 'due_price_cents'>

/**
 * Returns the columns for a delivery's accuracy; null, of nothing delivered, and fixed terms have no
 * price. The accuracy stays with fixed terms, for terms that change later.
 */
export function dueAt(terms: PriceTerms, accuracy: MeasuredAccuracy | null): DueColumns {
  const isPriced = accuracy !== null && priceSlope(terms) !== null
  return {
    due_price_cents: isPriced ? priceAt(terms, accuracy.tenths) : null,
    due_accuracy_tenths: accuracy?.tenths ?? null,
    due_accuracy_low_tenths: accuracy?.interval?.lowTenths ?? null,
    due_accuracy_high_tenths: accuracy?.interval?.highTenths ?? null,
  }
}

/** Clears accuracy and price, of a delivery that is to be replaced. */
export const noDuePrice: DueColumns = {
  due_price_cents: null,
  due_accuracy_tenths: null,
  due_accuracy_low_tenths: null,
  due_accuracy_high_tenths: null,
}

/** Returns the stored accuracy of a contract's delivery; null if nothing is delivered. */
export function deliveredAccuracy(row: AccuracyColumns): MeasuredAccuracy | null {
  const { due_accuracy_tenths: tenths, due_accuracy_low_tenths: low } = row
  const high = row.due_accuracy_high_tenths
  if (tenths === null) return null
  const interval = low === null || high === null ? null : { lowTenths: low, highTenths: high }
  return { tenths, interval }
}

type Row = DueColumns &
  Pick<ContractRow, 'price_cents'> & {
    min_accuracy_percent: number | null
    target_accuracy_percent: number | null
    floor_price_percent: number | null
  }

/** Returns the stored price of a delivery with the terms that it follows from; null for none. */
export function duePriceOf(row: Row): DuePrice | null {
  const accuracy = deliveredAccuracy(row)
  if (row.due_price_cents === null || !accuracy) return null
  const terms = {
    priceCents: row.price_cents,
    minAccuracyPercent: row.min_accuracy_percent,
    targetAccuracyPercent: row.target_accuracy_percent,
    floorPricePercent: row.floor_price_percent,
  }
  const due = duePriceAt(terms, accuracy)
  return due && { ...due, cents: row.due_price_cents }
}

/** Returns the least that a contract's delivery costs, in cents: the price itself if it is fixed. */
export const leastPriceOf = async (tx: Tx, contractId: string): Promise<bigint> =>
  floorCents(await findPriceTerms(tx, contractId))

/** Returns what a contract's delivery costs at its accuracy; null for a fixed price or no delivery. */
export async function getDuePrice(tx: Tx, contract: ContractRow): Promise<DuePrice | null> {
  if (contract.due_price_cents === null) return null
  const terms = await findPriceTerms(tx, contract.id)
  return duePriceOf({
    ...contract,
    min_accuracy_percent: terms.minAccuracyPercent,
    target_accuracy_percent: terms.targetAccuracyPercent,
    floor_price_percent: terms.floorPricePercent,
  })
}
