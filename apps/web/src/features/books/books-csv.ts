import {
  type Adjustment,
  adjustmentRules,
  type BankStatement,
  breakKinds,
  type LedgerAccount,
  type LedgerEntry,
  type LedgerOverview,
  type StatementBreak,
  type StatementLine,
} from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'
import { entryLabel, kindLabel } from './ledger-labels.ts'

export const lineCsv: readonly CsvColumn<StatementLine>[] = [
  ['Entry', (line) => line.entryId],
  ['What happened', (line) => entryLabel(line.kind)],
  ['When', (line) => line.effectiveAt],
  ['Contract', (line) => line.contractId],
  ['Other account', (line) => line.otherCode],
  ['Amount (USD)', (line) => plainUsd(line.amountCents)],
  ['Balance (USD)', (line) => plainUsd(line.balanceCents)],
]

/** A leg of an entry, with what it shares with the entry's others. */
export type EntryLeg = { entry: LedgerEntry; leg: LedgerEntry['legs'][number] }

export const legCsv: readonly CsvColumn<EntryLeg>[] = [
  ['Entry', ({ entry }) => entry.id],
  ['What happened', ({ entry }) => entryLabel(entry.kind)],
  ['When', ({ entry }) => entry.effectiveAt],
  ['Contract', ({ entry }) => entry.contractId],
  ['Organization', ({ entry }) => entry.organizationName],
  ['Debit', ({ leg }) => leg.dr],
  ['Credit', ({ leg }) => leg.cr],
  ['Amount (USD)', ({ leg }) => plainUsd(leg.amountCents)],
]

export const accountCsv: readonly CsvColumn<LedgerAccount>[] = [
  ['Account', (account) => account.code],
  ['Of', (account) => account.subject],
  ['Meaning', (account) => account.meaning],
  ['Contract', (account) => account.contractId],
  ['Debits (USD)', (account) => plainUsd(account.debitsCents)],
  ['Credits (USD)', (account) => plainUsd(account.creditsCents)],
  ['Balance (USD)', (account) => plainUsd(account.balanceCents)],
]

export const kindCsv: readonly CsvColumn<LedgerOverview['kinds'][number]>[] = [
  ['Account', (row) => kindLabel(row.kind)],
  ['Meaning', (row) => row.meaning],
  ['Accounts', (row) => row.accountsCount],
  ['Debits (USD)', (row) => plainUsd(row.debitsCents)],
  ['Credits (USD)', (row) => plainUsd(row.creditsCents)],
  ['Balance (USD)', (row) => plainUsd(row.balanceCents)],
  ['Normal side', (row) => (row.isDebitNormal ? 'Debit' : 'Credit')],
]

export const breakCsv: readonly CsvColumn<StatementBreak>[] = [
  ['Difference', (row) => breakKinds[row.kind]],
  ['Reference', (row) => row.reference],
  ['Day', (row) => row.day],
  ['Bank (USD)', (row) => plainUsd(row.statementCents)],
  ['Books (USD)', (row) => plainUsd(row.ledgerCents)],
  ['Difference (USD)', (row) => plainUsd(row.differenceCents)],
  ['Explanation', (row) => row.resolution],
]

export const statementCsv: readonly CsvColumn<BankStatement>[] = [
  ['Day', (row) => row.day],
  ['Bank', (row) => row.provider],
  ['Lines', (row) => row.linesCount],
  ['Lines that agree', (row) => row.matchedCount],
  ['Bank (USD)', (row) => plainUsd(row.statementCents)],
  ['Books (USD)', (row) => plainUsd(row.ledgerCents)],
]

export const adjustmentCsv: readonly CsvColumn<Adjustment>[] = [
  ['Adjustment', (row) => adjustmentRules[row.form].label],
  ['Takes back', (row) => row.reverses],
  ['Organization', (row) => row.organizationName],
  ['Reason', (row) => row.reason],
  ['Amount (USD)', (row) => plainUsd(row.amountCents)],
  ['State', (row) => titleCase(row.state)],
  ['Proposed by', (row) => row.proposedBy],
  ['Proposed', (row) => row.proposedAt],
  ['Decided by', (row) => row.decidedBy],
  ['Decided', (row) => row.decidedAt],
  ['Note', (row) => row.decisionNote],
]
