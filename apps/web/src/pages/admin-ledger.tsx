import { LedgerDesk, ledgerQueries } from '@/features/books/ledger-desk.tsx'
import { PayoutAttention } from '@/features/payouts/payout-attention.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => ledgerQueries(search))

export default function AdminLedger() {
  return (
    <StaffPage
      title="Ledger"
      meta="Every cent the platform holds. Entries are never changed; what was wrong is corrected by two people."
    >
      <LedgerDesk payouts={<PayoutAttention />} />
    </StaffPage>
  )
}
