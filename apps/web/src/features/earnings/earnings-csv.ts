import { type Earning, earningParts, type Statement, statementKinds } from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'

export const earningCsv: readonly CsvColumn<Earning>[] = [
  ['Transaction', (row) => row.id],
  ['Contract', (row) => row.contractId],
  ['Project', (row) => row.project],
  ['Client', (row) => row.clientName],
  ['Part', (row) => earningParts[row.part]],
  ['Amount (USD)', (row) => plainUsd(row.amountCents)],
  ['Status', (row) => titleCase(row.status)],
  ['Date', (row) => row.date],
  ['Payment method', (row) => row.paymentMethod],
]

export const monthCsv: readonly CsvColumn<Statement['lines'][number]>[] = [
  ['What happened', (line) => statementKinds[line.kind]],
  ['Contract', (line) => line.contractId],
  ['Project', (line) => line.project],
  ['Date', (line) => line.at],
  ['Amount (USD)', (line) => plainUsd(line.amountCents)],
  ['Balance (USD)', (line) => plainUsd(line.balanceCents)],
]
