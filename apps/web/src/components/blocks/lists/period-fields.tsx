import { Input } from '@/components/ui/input.tsx'
import type { useFilters } from '@/lib/api/use-filters.ts'

/** Selects a period by first and last day, both included, in UTC. */
export function PeriodFields({ filters }: { filters: ReturnType<typeof useFilters> }) {
  return (
    <div
      title="Days by UTC, as in the books"
      className="flex flex-wrap items-center gap-2 max-md:w-full"
    >
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="flex items-center gap-2 max-md:w-full">
          <span aria-hidden className="shrink-0 text-muted-foreground text-sm max-md:w-9">
            {name === 'from' ? 'From' : 'to'}
          </span>
          <Input
            type="date"
            aria-label={name === 'from' ? 'From day' : 'To day'}
            value={filters.get(name)}
            onChange={(event) => filters.set(name, event.target.value)}
            className="md:w-38"
          />
        </div>
      ))}
    </div>
  )
}
