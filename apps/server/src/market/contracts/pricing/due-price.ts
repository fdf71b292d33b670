/** Computes and reads the price of a contract's delivery at its accuracy. */
import {
  type DuePrice,
  floorCents,
  type PriceTerms,
  priceAt,
  priceSlope,
} from '@semblance/contract'
import type { Tx } from '../../../platform/database/db.ts'
import { type ContractRow, findPriceTerms } from '../queries.ts'

type DueColumns = Pick<ContractRow, 'due_price_cents' | 'due_accuracy_tenths'>

export const noDuePrice: DueColumns = { due_price_cents: null, due_accuracy_tenths: null }

/**
 * Returns the columns for an accuracy in tenths of a percent; null, of nothing delivered, and fixed
 * terms have none.
 */
export const dueAt = (terms: PriceTerms, accuracyTenths: number | null): DueColumns =>
  accuracyTenths === null || !priceSlope(terms)
    ? noDuePrice
    : { due_price_cents: priceAt(terms, accuracyTenths), due_accuracy_tenths: accuracyTenths }

type Row = DueColumns & {
  min_accuracy_percent: number | null
  target_accuracy_percent: number | null
  floor_price_percent: number | null
}

/** Returns the stored price of a delivery with the terms that it follows from; null for none. */
export function duePriceOf(row: Row): DuePrice | null {
  const slope = priceSlope({
    minAccuracyPercent: row.min_accuracy_percent,
    targetAccuracyPercent: row.target_accuracy_percent,
    floorPricePercent: row.floor_price_percent,
  })
  if (!slope || row.due_price_cents === null || row.due_accuracy_tenths === null) return null
  return { cents: row.due_price_cents, accuracyTenths: row.due_accuracy_tenths, ...slope }
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
