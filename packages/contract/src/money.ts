import { z } from 'zod'

/** US cents, never a float. */
export const cents = z.bigint()

/** The most one contract may cost. */
const maxPriceCents = 100_000_000_000n

/** An amount a person enters: $1 to a billion dollars; every refusal names it. */
export const amount = (label: string) =>
  z
    .bigint({ error: `${label} is required` })
    .min(100n, `${label} must be at least $1`)
    .max(maxPriceCents, `${label} is too large`)

/** The platform's fee on a price: 2.5 %, half a cent rounded up. */
export function platformFeeCents(priceCents: bigint): bigint {
  return (priceCents * 25n + 500n) / 1000n
}

/** Reads dollars as people type them ("18,500.50"); null when it is no amount of whole cents. */
export function parseDollars(text: string): bigint | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return null
  return BigInt(match[1]!.replaceAll(',', '')) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}
