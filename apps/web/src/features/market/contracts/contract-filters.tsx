import {
  type ContractSummary,
  contractStageLabels,
  contractStatuses,
  contractStatusLabels,
  otherSide,
  type Side,
} from '@semblance/contract'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { Select } from '@/components/ui/select.tsx'
import { api } from '@/lib/api/api.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import {
  type ListFilter,
  toQueryInput,
  type useContractFilter,
  type useContractList,
} from './use-contracts.ts'

const options: { value: ListFilter; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
  { value: 'all', label: 'All' },
  ...contractStatuses.map((status) => ({ value: status, label: contractStatusLabels[status] })),
]

export const contractColumns: readonly Column<ContractSummary>[] = [
  { csvHead: 'Contract', csv: (contract) => contract.id },
  { csvHead: 'Title', csv: (contract) => contract.title },
  { csvHead: 'Client', csv: (contract) => contract.clientName },
  { csvHead: 'Vendor', csv: (contract) => contract.vendorName },
  { csvHead: 'Status', csv: (contract) => contractStatusLabels[contract.status] },
  { csvHead: 'Stage', csv: (contract) => contract.stage && contractStageLabels[contract.stage] },
  { csvHead: 'Progress (%)', csv: (contract) => contract.progressPercent },
  { csvHead: 'Price (USD)', csv: (contract) => plainUsd(contract.priceCents) },
  {
    csvHead: 'Price at its accuracy (USD)',
    csv: (contract) => contract.duePrice && plainUsd(contract.duePrice.cents),
  },
  { csvHead: 'Held (USD)', csv: (contract) => plainUsd(contract.heldCents) },
  { csvHead: 'Released (USD)', csv: (contract) => plainUsd(contract.releasedCents) },
  { csvHead: 'Start date', csv: (contract) => contract.startDate },
  { csvHead: 'Delivery date', csv: (contract) => contract.deliveryDate },
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
        className="min-w-0 flex-1 basis-48 sm:w-64 sm:flex-none"
      />
      <ExportCsv
        noun="contracts"
        columns={contractColumns}
        readPage={(page, options) =>
          api.contracts.list({ ...toQueryInput(side, filter), ...page }, options)
        }
        query={query}
      />
    </search>
  )
}
