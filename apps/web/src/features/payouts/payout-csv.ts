import { type Payout, type PayoutForStaff, payoutLabels } from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'

export const payoutCsv: readonly CsvColumn<Payout>[] = [
  ['Payout for', ({ items }) => items.map((item) => item.project).join('; ')],
  ['Status', (payout) => payoutLabels[payout.state]],
  ['Problem', (payout) => payout.failure],
  ['Bank', (payout) => payout.bankName],
  ['Account ending in', (payout) => payout.accountLast4],
  ['Sent', (payout) => payout.createdAt],
  ['Paid', (payout) => (payout.state === 'returned' ? null : payout.paidAt)],
  ['Amount (USD)', (payout) => plainUsd(payout.amountCents)],
]

export const attentionCsv: readonly CsvColumn<PayoutForStaff>[] = [
  ['Vendor', (payout) => payout.vendorName],
  ['Bank', (payout) => payout.bankName],
  ['Account ending in', (payout) => payout.accountLast4],
  ['Code', (payout) => payout.failureCode],
  ['Why', (payout) => payout.failure],
  ['First sent', (payout) => payout.createdAt],
  ['Amount (USD)', (payout) => plainUsd(payout.amountCents)],
]
