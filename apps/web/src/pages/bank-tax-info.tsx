import { BankingDesk, bankingQuery } from '@/features/banking/banking-desk.tsx'
import { StripeAccount, stripeQuery } from '@/features/banking/stripe-account.tsx'
import { SettingsPage } from '@/features/shell/settings-page.tsx'

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
