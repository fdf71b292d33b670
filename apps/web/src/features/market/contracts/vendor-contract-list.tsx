import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { ContractFilters } from './contract-filters.tsx'
import { NoContracts } from './no-contracts.tsx'
import { useContractFilter, useContractList } from './use-contracts.ts'
import { VendorContractPanel } from './vendor-contract-panel.tsx'

export function VendorContractList() {
  const filter = useContractFilter()
  const query = useContractList('vendor', filter)
  return (
    <>
      <ContractFilters side="vendor" filter={filter} query={query} />
      <QueryState query={query} errorTitle="Contracts did not load">
        {({ pages }) => {
          const contracts = pages.flatMap((page) => page.items)
          if (contracts.length === 0) return <NoContracts side="vendor" filter={filter} />
          return (
            <div className="grid gap-5">
              {contracts.map((contract) => (
                <VendorContractPanel key={contract.id} contract={contract} />
              ))}
              <LoadMore query={query} />
            </div>
          )
        }}
      </QueryState>
    </>
  )
}
