import { Skeleton } from '@/components/ui/skeleton.tsx'

/** Shows a whole page while its record loads: header, main column, rail. */
export function SkeletonPage() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-72 max-w-full" />
      <Skeleton className="mt-3 h-4 w-96 max-w-full" />
      <div className="mt-6 grid gap-5 lg:grid-cols-12">
        <div className="grid gap-5 lg:col-span-8">
          <Skeleton className="h-36 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </div>
        <Skeleton className="h-64 rounded-lg lg:col-span-4" />
      </div>
    </div>
  )
}
