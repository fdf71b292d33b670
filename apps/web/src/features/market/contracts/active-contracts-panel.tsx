import type { ContractSummary } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { dayMonth } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { contractsQuery } from './use-contracts.ts'

/** Holds the panel's query separately, so that a page can start it before it draws the panel. */
export const activeContractsQuery = contractsQuery('client', { status: 'active', limit: 5 })

/** Shows the active contracts on the dashboard. */
export function ActiveContractsPanel({ className }: { className?: string }) {
  const query = useInfiniteQuery(activeContractsQuery)
  return (
    <Panel
      title="Active Contracts"
      flush
      className={className}
      action={<MoreLink to={paths.contracts}>View all</MoreLink>}
    >
      <QueryState
        query={query}
        errorTitle="Contracts did not load"
        skeleton={<SkeletonRows rows={3} />}
      >
        {({ pages }) => {
          const active = pages.flatMap((page) => page.items)
          if (active.length === 0)
            return (
              <EmptyState title="No active contracts" className="border-t py-8">
                A contract begins when you accept a vendor's offer.
              </EmptyState>
            )
          return (
            <ul className="divide-y border-t">
              {active.map((contract) => (
                <ContractRow key={contract.id} contract={contract} />
              ))}
            </ul>
          )
        }}
      </QueryState>
    </Panel>
  )
}

function ContractRow({ contract }: { contract: ContractSummary }) {
  return (
    <li>
      <Link
        to={paths.contract(contract.id)}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2.5 px-4 py-3.5 hover:bg-accent/45 focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_96px] md:px-5"
      >
        <div className="min-w-0">
          <div className="truncate font-semibold">{contract.title}</div>
          <div className="truncate text-muted-foreground text-sm">
            {contract.vendorName} <span className="mx-1">·</span> <Id>{contract.id}</Id>
          </div>
        </div>
        <div className="min-w-0 max-md:col-span-2 max-md:row-start-2">
          <div className="mb-1.5 flex items-center justify-between gap-2">
            <StatusBadge domain="contract" status={contract.status} />
            <span className="num text-muted-foreground text-sm">{contract.progressPercent}%</span>
          </div>
          <Progress value={contract.progressPercent} label={`${contract.title} progress`} />
        </div>
        <div className="text-right max-md:col-start-2 max-md:row-start-1">
          <Money cents={Number(contract.priceCents)} className="font-semibold" />
          {contract.deliveryDate && (
            <div className="num text-muted-foreground text-sm">
              due {dayMonth(contract.deliveryDate)}
            </div>
          )}
        </div>
      </Link>
    </li>
  )
}
