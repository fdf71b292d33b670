import { LoadMore } from '@/components/blocks/load-more.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { ContractCard } from './contract-card.tsx'
import { ContractFilters } from './contract-filters.tsx'
import { NoContracts } from './no-contracts.tsx'
import { useContractFilter, useContracts } from './use-contracts.ts'

const pageSize = 20

export function ContractList() {
  const filter = useContractFilter()
  const query = useContracts('client', { ...filter, limit: pageSize })
  return (
    <>
      <ContractFilters side="client" filter={filter} query={query} />
      <QueryState query={query} errorTitle="Contracts did not load">
        {({ pages }) => {
          const contracts = pages.flatMap((page) => page.items)
          if (contracts.length === 0) return <NoContracts side="client" filter={filter} />
          return (
            <>
              <div className="grid gap-5 lg:grid-cols-2">
                {contracts.map((contract) => (
                  <ContractCard key={contract.id} contract={contract} />
                ))}
              </div>
              <LoadMore query={query} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}
