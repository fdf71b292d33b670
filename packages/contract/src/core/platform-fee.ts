import { z } from 'zod'

/** Parses a contract's platform fee in basis points, hundredths of a percent: 0 to 10,000. */
export const feeRate = z.number().int().min(0).max(10_000)

/** Sets the fee of new contracts, in basis points; a contract keeps the rate on its own row. */
export const PLATFORM_FEE_BPS = 250

/** Returns the platform fee on a price, or on a part of it, in cents; half a cent is rounded up. */
export const feeCents = (priceCents: bigint, feeBps: number): bigint =>
  (priceCents * BigInt(feeBps) + 5_000n) / 10_000n

/** Returns a rate as text, without zeros at its end: 250 basis points are "2.5%". */
export const formatBps = (bps: number): string => `${bps / 100}%`

/** Returns how a line of an invoice, a contract or a checkout names the fee. */
export const feeLabel = (feeBps: number): string => `Platform fee (${formatBps(feeBps)})`
