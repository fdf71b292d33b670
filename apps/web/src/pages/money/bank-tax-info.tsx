import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { BankingDesk, bankingQuery } from '@/features/money/bank-details/bank-details-screen.tsx'
import { StripeAccount, stripeQuery } from '@/features/money/bank-details/stripe-account.tsx'

export const queries = () => [bankingQuery, stripeQuery]

export default function BankTaxInfo() {
  return (
    <SettingsPage
      title="Banking and tax setup"
      meta="Where your organization is paid, and how it is taxed."
      isOpen
    >
      <StripeAccount />
      <BankingDesk />
    </SettingsPage>
  )
}
