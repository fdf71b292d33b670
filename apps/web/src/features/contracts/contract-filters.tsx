import { contractStatuses, contractStatusLabels } from '@semblance/contract'
import { SearchInput } from '@/components/blocks/search-input.tsx'
import { Select } from '@/components/ui/select.tsx'
import type { ListFilter, Side, useContractFilter } from './use-contracts.ts'

const options: { value: ListFilter; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
  { value: 'all', label: 'All' },
  ...contractStatuses.map((status) => ({ value: status, label: contractStatusLabels[status] })),
]

type ContractFiltersProps = { side: Side; filter: ReturnType<typeof useContractFilter> }

export function ContractFilters({ side, filter }: ContractFiltersProps) {
  const other = side === 'client' ? 'vendor' : 'client'
  return (
    <search className="mb-5 flex flex-wrap gap-3">
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
    </search>
  )
}
