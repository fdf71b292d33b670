import {
  type Invoice,
  invoiceKindLabels,
  type MoneyEvent,
  moneyEventLabels,
} from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'

export const historyCsv: readonly CsvColumn<MoneyEvent>[] = [
  ['Type', (event) => moneyEventLabels[event.kind]],
  ['Status', (event) => event.status],
  ['Problem', (event) => event.failure],
  ['Date', (event) => event.date],
  ['Method', (event) => event.method],
  ['Transaction ID', (event) => event.transactionId],
  ['Amount (USD)', (event) => plainUsd(event.amountCents)],
]

/** A credit note gives back: its amount is below zero, as on the screen. */
export const invoiceCsv: readonly CsvColumn<Invoice>[] = [
  ['Number', (invoice) => invoice.number],
  ['Kind', (invoice) => invoiceKindLabels[invoice.kind]],
  ['Contract', (invoice) => invoice.contractId],
  ['Item', (invoice) => invoice.item],
  ['Status', (invoice) => invoice.status],
  ['Date', (invoice) => invoice.date],
  [
    'Amount (USD)',
    ({ kind, amountCents }) => plainUsd(kind === 'credit_note' ? -amountCents : amountCents),
  ],
]
