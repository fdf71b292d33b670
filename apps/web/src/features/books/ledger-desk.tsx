import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { AccountList } from './account-list.tsx'
import { AccountStatement } from './account-statement.tsx'
import { AdjustmentDesk } from './adjustment-desk.tsx'
import { EntryList } from './entry-list.tsx'
import { LedgerOverview } from './ledger-overview.tsx'
import { Reconciliation } from './reconciliation.tsx'

const tabs = {
  overview: 'Overview',
  accounts: 'Accounts',
  entries: 'Entries',
  reconciliation: 'Reconciliation',
  adjustments: 'Adjustments',
  payouts: 'Payouts',
} as const
type Tab = keyof typeof tabs

/** Tab, filters and the opened account are in the address. */
export function LedgerDesk({ payouts }: { payouts: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab') as Tab
  const tab = asked in tabs ? asked : 'overview'
  const account = params.get('account')
  const contents: Record<Tab, ReactNode> = {
    overview: <LedgerOverview />,
    accounts: account ? <AccountStatement key={account} code={account} /> : <AccountList />,
    entries: <EntryList />,
    reconciliation: <Reconciliation />,
    adjustments: <AdjustmentDesk />,
    payouts,
  }
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setParams(next === 'overview' ? {} : { tab: next })}
      className="min-w-0"
    >
      <TabsList aria-label="The books">
        {Object.entries(tabs).map(([value, label]) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab} className="pt-5">
        {contents[tab]}
      </TabsContent>
    </Tabs>
  )
}
