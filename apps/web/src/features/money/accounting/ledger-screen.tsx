import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { AccountList } from './account-list.tsx'
import { AccountStatement } from './account-statement.tsx'
import { AdjustmentDesk } from './adjustment-screen.tsx'
import { EntryList } from './entry-list.tsx'
import { LedgerOverview, ledgerQuery } from './ledger-overview.tsx'
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

const tabIn = (params: URLSearchParams) => {
  const asked = params.get('tab') ?? ''
  return Object.hasOwn(tabs, asked) ? (asked as Tab) : 'overview'
}

/** Returns the first queries of the opened tab. */
export const ledgerQueries = (params: URLSearchParams) =>
  tabIn(params) === 'overview' ? [ledgerQuery] : []

/** Tab, filters and the opened account are in the address. */
export function LedgerDesk({ payouts }: { payouts: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const tab = tabIn(params)
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
