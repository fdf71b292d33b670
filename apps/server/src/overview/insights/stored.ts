/** Writes figures as JSON and reads them again; amounts are decimal texts there. Pure. */
import { demandFigures, offerFigures } from '@semblance/contract'

export const toStored = (figures: object): object =>
  JSON.parse(
    JSON.stringify(figures, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  )

export const readDemand = (stored: unknown) => demandFigures.parse(withAmounts(stored))
export const readOffers = (stored: unknown) => offerFigures.parse(withAmounts(stored))

/** Returns the stored figures with their amounts as numbers of cents. */
function withAmounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAmounts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key.endsWith('Cents') && typeof one === 'string' ? BigInt(one) : withAmounts(one),
    ]),
  )
}
