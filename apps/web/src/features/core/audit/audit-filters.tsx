import { PeriodFields } from '@/components/blocks/lists/period-fields.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Select } from '@/components/ui/select.tsx'
import type { useFilters } from '@/lib/api/use-filters.ts'

const every = 'all'

type Named = {
  /** Names the filter in the address. */
  name: string
  label: string
}

type AuditFiltersProps = {
  filters: ReturnType<typeof useFilters>
  searches: readonly (Named & { placeholder: string })[]
  /** One of several, or all of them under `all`. */
  choice: Named & { all: string; options: readonly { value: string; label: string }[] }
}

/** Shows the filters of an audit log, all of which are in the address. */
export function AuditFilters({ filters, searches, choice }: AuditFiltersProps) {
  return (
    <>
      {searches.map(({ name, label, placeholder }) => (
        <SearchInput
          key={name}
          label={label}
          placeholder={placeholder}
          value={filters.get(name)}
          onChange={(text) => filters.set(name, text)}
          className="w-full md:w-56"
        />
      ))}
      <Select
        aria-label={choice.label}
        options={[{ value: every, label: choice.all }, ...choice.options]}
        value={filters.get(choice.name) || every}
        onValueChange={(value) => filters.set(choice.name, value === every ? '' : value)}
        className="w-full md:w-56"
      />
      <PeriodFields filters={filters} />
    </>
  )
}
