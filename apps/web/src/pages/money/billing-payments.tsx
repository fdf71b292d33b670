import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { BillingDesk, billingQueries } from '@/features/money/subscriptions/subscription-screen.tsx'

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
