import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { ContractCard } from './contract-card.tsx'
import { ContractFilters } from './contract-filters.tsx'
import { NoContracts } from './no-contracts.tsx'
import { useContractFilter, useContractList } from './use-contracts.ts'

export function ContractList() {
  const filter = useContractFilter()
  const query = useContractList('client', filter)
  return (
    <>
      <ContractFilters side="client" filter={filter} query={query} />
      <PagedList
        query={query}
        errorTitle="Contracts did not load"
        empty={<NoContracts side="client" filter={filter} />}
        plain
      >
        {(contracts) => (
          <div className="grid gap-5 lg:grid-cols-2">
            {contracts.map((contract) => (
              <ContractCard key={contract.id} contract={contract} />
            ))}
          </div>
        )}
      </PagedList>
    </>
  )
}
