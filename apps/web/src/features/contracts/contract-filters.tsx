import { contractStatuses, contractStatusLabels, otherSide, type Side } from '@semblance/contract'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { SearchInput } from '@/components/blocks/search-input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { api } from '@/lib/api.ts'
import { contractCsv } from './contract-csv.ts'
import {
  askedOf,
  type ListFilter,
  type useContractFilter,
  type useContractList,
} from './use-contracts.ts'

const options: { value: ListFilter; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
  { value: 'all', label: 'All' },
  ...contractStatuses.map((status) => ({ value: status, label: contractStatusLabels[status] })),
]

type ContractFiltersProps = {
  side: Side
  filter: ReturnType<typeof useContractFilter>
  query: ReturnType<typeof useContractList>
}

export function ContractFilters({ side, filter, query }: ContractFiltersProps) {
  const other = otherSide(side)
  return (
    <search className="mb-5 flex flex-wrap items-center gap-3">
      <SearchInput
        label="Search contracts"
        placeholder={`Title, ${other} or contract ID`}
        value={filter.search}
        onChange={(search) => filter.change({ search })}
        className="min-w-0 flex-1 basis-72"
      />
      <Select
        aria-label="Status"
        prefix="Status"
        options={options}
        value={filter.status}
        onValueChange={(status) => filter.change({ status })}
        className="w-full sm:w-64"
      />
      <ExportCsv
        noun="contracts"
        columns={contractCsv}
        readPage={(page, options) =>
          api.contracts.list({ ...askedOf(side, filter), ...page }, options)
        }
        query={query}
      />
    </search>
  )
}
