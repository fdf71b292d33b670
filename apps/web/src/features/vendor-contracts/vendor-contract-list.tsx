import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api.ts'
import { paths } from '@/paths.ts'
import { VendorContractPanel } from './vendor-contract-panel.tsx'

export function VendorContractList() {
  const query = useInfiniteQuery(
    orpc.contracts.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ side: 'vendor' as const, cursor, limit: 10 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  )
  return (
    <QueryState query={query} errorTitle="Contracts did not load">
      {({ pages }) => {
        const contracts = pages.flatMap((page) => page.items)
        return contracts.length === 0 ? (
          <div className="card">
            <EmptyState
              title="No contracts yet"
              action={
                <Button asChild variant="outline">
                  <Link to={paths.sentOffers}>View My Offers</Link>
                </Button>
              }
            >
              A contract is drawn up when a client accepts one of your offers.
            </EmptyState>
          </div>
        ) : (
          <div className="grid gap-5">
            {contracts.map((contract) => (
              <VendorContractPanel key={contract.id} contract={contract} />
            ))}
            <LoadMore query={query} />
          </div>
        )
      }}
    </QueryState>
  )
}
