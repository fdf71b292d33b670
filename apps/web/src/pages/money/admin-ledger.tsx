import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { LedgerDesk, ledgerQueries } from '@/features/money/accounting/ledger-screen.tsx'
import { PayoutAttention } from '@/features/money/payouts/payout-attention.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', (_, search) => ledgerQueries(search))

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
