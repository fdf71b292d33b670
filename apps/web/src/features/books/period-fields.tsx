import { Input } from '@/components/ui/input.tsx'
import type { useFilters } from './use-filters.ts'

/** From one day to another, both included, in UTC. */
export function PeriodFields({ filters }: { filters: ReturnType<typeof useFilters> }) {
  return (
    <div className="flex items-center gap-2 max-md:w-full max-md:[&>*]:flex-1">
      {(['from', 'to'] as const).map((name) => (
        <Input
          key={name}
          type="date"
          aria-label={name === 'from' ? 'From day' : 'To day'}
          value={filters.get(name)}
          onChange={(event) => filters.set(name, event.target.value)}
          className="md:w-40"
        />
      ))}
    </div>
  )
}
