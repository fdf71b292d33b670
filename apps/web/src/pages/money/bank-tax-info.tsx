import { useQuery } from '@tanstack/react-query'
import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { BankingDesk, bankingQuery } from '@/features/money/bank-details/bank-details-screen.tsx'
import { StripeAccount, stripeQuery } from '@/features/money/bank-details/stripe-account.tsx'
import { PayoutReadiness } from '@/features/money/payouts/payout-readiness.tsx'
import { TaxFormPanel } from '@/features/money/tax-forms/tax-form-panel.tsx'
import { orpc } from '@/lib/api/api.ts'

export const queries = () => [bankingQuery, stripeQuery]

export default function BankTaxInfo() {
  const { data: viewer } = useQuery(orpc.organizations.viewer.queryOptions())
  return (
    <SettingsPage
      title="Banking and tax setup"
      meta="Where your organization is paid, and how it is taxed."
      isOpen
    >
      <div className="grid items-start gap-x-5 xl:grid-cols-[minmax(0,1080px)_minmax(260px,340px)]">
        <PayoutReadiness className="mb-5 max-w-[1080px] xl:order-last" />
        <div className="min-w-0">
          <StripeAccount />
          <BankingDesk />
          {viewer?.organization && <TaxFormPanel canManage={viewer.may.includes('finance')} />}
        </div>
      </div>
    </SettingsPage>
  )
}
