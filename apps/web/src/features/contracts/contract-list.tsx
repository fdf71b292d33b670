import type { ContractSummary } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api.ts'
import { paths } from '@/paths.ts'
import { ContractCard } from './contract-card.tsx'
import { EndedContracts } from './ended-contracts.tsx'

/** Contracts on the client's side, newest first. */
export function useClientContracts() {
  return useInfiniteQuery(
    orpc.contracts.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ side: 'client', cursor, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

export const hasEnded = ({ status }: ContractSummary) =>
  status === 'completed' || status === 'cancelled'

export function ContractList() {
  const query = useClientContracts()
  return (
    <QueryState query={query} errorTitle="Contracts did not load">
      {({ pages }) => {
        const contracts = pages.flatMap((page) => page.items)
        const active = contracts.filter((contract) => !hasEnded(contract))
        return (
          <div className="grid gap-5">
            {active.length === 0 ? (
              <NoContracts />
            ) : (
              <div className="grid gap-5 lg:grid-cols-2">
                {active.map((contract) => (
                  <ContractCard key={contract.id} contract={contract} />
                ))}
              </div>
            )}
            <EndedContracts contracts={contracts.filter(hasEnded)} />
            <LoadMore query={query} />
          </div>
        )
      }}
    </QueryState>
  )
}

function NoContracts() {
  return (
    <div className="card">
      <EmptyState
        title="No active contracts"
        action={
          <Button asChild variant="outline">
            <Link to={paths.offers}>Review offers</Link>
          </Button>
        }
      >
        A contract begins when you accept a vendor's offer.
      </EmptyState>
    </div>
  )
}
