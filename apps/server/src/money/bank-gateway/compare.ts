/** Compares a statement with the platform's bookings, line by line. Each line matches at most once. */
import type { StatementLine } from './port.ts'
import type { Booking } from './statement-queries.ts'

export type Difference = {
  kind: 'missing_here' | 'missing_there' | 'amount_differs'
  type: 'settled' | 'returned'
  key: string | null
  ref: string | null
  statementCents: bigint
  ledgerCents: bigint
}

/** `nearby`: lines of the days before and after, where the bank may have dated a booking otherwise. */
export function compareStatement(
  lines: StatementLine[],
  nearby: StatementLine[],
  bookings: Booking[],
): { matched: number; differences: Difference[] } {
  const left = new Set(bookings)
  const take = ({ ref, key, type }: StatementLine) => {
    const booking = [...left].find(
      (one) =>
        one.type === type && (one.provider_ref === ref || (!one.provider_ref && one.key === key)),
    )
    if (booking) left.delete(booking)
    return booking
  }
  const differences: Difference[] = []
  for (const line of lines) {
    const booking = take(line)
    const { key, ref, type, amountCents: statementCents } = line
    const found = { key: booking?.key ?? key, ref, type, statementCents }
    if (!booking) differences.push({ kind: 'missing_here', ...found, ledgerCents: 0n })
    else if (booking.cents !== statementCents)
      differences.push({ kind: 'amount_differs', ...found, ledgerCents: booking.cents })
  }
  const matched = lines.length - differences.length
  for (const line of nearby) take(line)
  for (const { key, provider_ref: ref, type, cents, isOnDay } of left)
    if (isOnDay)
      differences.push({
        kind: 'missing_there',
        key,
        ref,
        type,
        statementCents: 0n,
        ledgerCents: cents,
      })
  return { matched, differences }
}
