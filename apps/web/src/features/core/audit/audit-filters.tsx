import { auditActionNames, auditActions } from '@semblance/contract'
import { PeriodFields } from '@/components/blocks/lists/period-fields.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Select } from '@/components/ui/select.tsx'
import type { useFilters } from '@/lib/api/use-filters.ts'

const everyAction = 'all'
const options = [
  { value: everyAction, label: 'Every action' },
  ...auditActionNames.map((value) => ({ value: value as string, label: auditActions[value] })),
]

/** Shows the filters, all of which are in the address. */
export function AuditFilters({ filters }: { filters: ReturnType<typeof useFilters> }) {
  return (
    <>
      <SearchInput
        label="Search by object"
        placeholder="Object: dispute:DSP-7"
        value={filters.get('q')}
        onChange={(text) => filters.set('q', text)}
        className="w-full md:w-56"
      />
      <SearchInput
        label="Search by person"
        placeholder="Name, e-mail or platform"
        value={filters.get('by')}
        onChange={(text) => filters.set('by', text)}
        className="w-full md:w-56"
      />
      <Select
        aria-label="Action"
        options={options}
        value={filters.get('action') || everyAction}
        onValueChange={(value) => filters.set('action', value === everyAction ? '' : value)}
        className="w-full md:w-60"
      />
      <PeriodFields filters={filters} />
    </>
  )
}
