import { BillingDesk, billingQueries } from '@/features/billing/billing-desk.tsx'
import { SettingsPage } from '@/features/shell/settings-page.tsx'

export const queries = billingQueries

export default function BillingPayments() {
  return (
    <SettingsPage
      title="Billing & payments"
      meta="Your plan, how it is paid for, and what you use of it."
      isOpen
    >
      <BillingDesk />
    </SettingsPage>
  )
}
