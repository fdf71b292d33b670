import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { StaffTaxForms, waitingTaxFormsQuery } from '@/features/money/tax-forms/staff-tax-forms.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', () => [waitingTaxFormsQuery])

export default function AdminTaxForms() {
  return (
    <StaffPage
      title="Tax forms"
      meta="What organizations uploaded, the longest waiting first. Kind and day are as they stated them; nothing in a form is read by the platform, and no payout waits for it."
    >
      <StaffTaxForms />
    </StaffPage>
  )
}
