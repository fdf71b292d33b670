import { type DisputeRow, disputeReasonLabels, disputeStatusLabels } from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'

export const disputeCsv: readonly CsvColumn<DisputeRow>[] = [
  ['Dispute', (row) => row.id],
  ['Contract', (row) => row.contractId],
  ['Title', (row) => row.title],
  ['Client', (row) => row.clientName],
  ['Vendor', (row) => row.vendorName],
  ['Opened by', (row) => titleCase(row.openedBy)],
  ['Reason', (row) => disputeReasonLabels[row.reason]],
  ['At stake (USD)', (row) => plainUsd(row.stakeCents)],
  ['Status', (row) => disputeStatusLabels[row.status]],
  ['Opened', (row) => row.openedAt],
  ['Answered', (row) => row.answeredAt],
  ['Answer due', (row) => row.answerDueAt],
  ['Agreement until', (row) => row.negotiateUntil],
  ['Last step', (row) => row.movedAt],
]
