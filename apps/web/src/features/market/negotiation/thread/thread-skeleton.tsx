import { Skeleton } from '@/components/ui/skeleton.tsx'
import { cn } from '@/lib/cn.ts'

/** Shows a placeholder with the two sides of a conversation. */
export function ThreadSkeleton({ className }: { className?: string }) {
  return (
    <div
      role="status"
      className={cn('flex min-h-0 flex-1 flex-col justify-end gap-4 bg-sunken p-5', className)}
    >
      <span className="sr-only">Loading</span>
      <Skeleton className="h-14 w-3/5 rounded-md" />
      <Skeleton className="h-10 w-2/5 self-end rounded-md" />
      <Skeleton className="h-20 w-3/5 rounded-md" />
    </div>
  )
}
