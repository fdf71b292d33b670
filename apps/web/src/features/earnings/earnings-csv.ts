import type { Earning } from '@semblance/contract'

const heads = [
  'Transaction',
  'Contract',
  'Project',
  'Client',
  'Amount (USD)',
  'Status',
  'Date',
  'Payment method',
]

/** The report as CSV: RFC 4180, CRLF lines. */
export function earningsCsv(rows: readonly Earning[]): string {
  const lines = rows.map((row) => [
    row.id,
    row.contractId,
    row.project,
    row.clientName,
    dollars(row.amountCents),
    row.status,
    row.date.toISOString().slice(0, 10),
    row.paymentMethod,
  ])
  return [heads, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** A spreadsheet would run a text that begins like a formula; an apostrophe makes it text again. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function dollars(cents: bigint): string {
  const [sign, size] = cents < 0n ? ['-', -cents] : ['', cents]
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
