import { type Earning, earningParts } from '@semblance/contract'
import { csvText } from '@/lib/csv.ts'

const heads = [
  'Transaction',
  'Contract',
  'Project',
  'Client',
  'Part',
  'Amount (USD)',
  'Status',
  'Date',
  'Payment method',
]

/** The report as CSV. */
export function earningsCsv(rows: readonly Earning[]): string {
  const lines = rows.map((row) => [
    row.id,
    row.contractId ?? '',
    row.project,
    row.clientName,
    earningParts[row.part],
    dollars(row.amountCents),
    row.status,
    row.date.toISOString().slice(0, 10),
    row.paymentMethod,
  ])
  return csvText([heads, ...lines])
}

function dollars(cents: bigint): string {
  const [sign, size] = cents < 0n ? ['-', -cents] : ['', cents]
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
