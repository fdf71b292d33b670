import { Skeleton } from '@/components/ui/skeleton.tsx'

const rows = [0, 1, 2, 3, 4]

/** Shows a placeholder with the shape of the two lists of people. */
export function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      {rows.map((row) => (
        <div key={row} className="flex gap-3 border-b px-4 py-3">
          <Skeleton className="size-9 rounded-sm" />
          <div className="flex-1">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="mt-2 h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
