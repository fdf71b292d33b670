import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'

/** The part of a TanStack infinite query that is read here. */
type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

type LoadMoreProps = {
  query: Pages
  /** Defaults to "Load More". */
  label?: string
  className?: string
}

/** Loads the next page of a list. Renders nothing after the last page. */
export function LoadMore({ query, label = 'Load More', className }: LoadMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <div className={cn('flex justify-center p-4', className)}>
      <p className="hidden text-muted-foreground text-sm print:block">
        The list goes on: load more of it before printing, or export it.
      </p>
      <Button
        variant="outline"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  )
}
