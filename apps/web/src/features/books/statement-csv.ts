import type { StatementLine } from '@semblance/contract'
import { csvText } from '@/lib/csv.ts'

const heads = [
  'Entry',
  'Kind',
  'Date (UTC)',
  'Contract',
  'Other account',
  'Amount (USD)',
  'Balance (USD)',
]

export function statementCsv(lines: readonly StatementLine[]): string {
  return csvText([
    heads,
    ...lines.map((line) => [
      line.entryId,
      line.kind,
      line.effectiveAt.toISOString(),
      line.contractId ?? '',
      line.otherCode,
      dollars(line.amountCents),
      dollars(line.balanceCents),
    ]),
  ])
}

/** -1850n -> "-18.50" */
function dollars(cents: bigint): string {
  const [sign, size] = cents < 0n ? ['-', -cents] : ['', cents]
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
