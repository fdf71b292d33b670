import { Skeleton } from '@/components/ui/skeleton.tsx'
import { cn } from '@/lib/cn.ts'

const widths = ['w-[46%]', 'w-[38%]', 'w-[52%]', 'w-[34%]', 'w-[42%]']

/** Shows placeholder rows while a list loads. */
export function SkeletonRows({ rows = 5, className }: { rows?: number; className?: string }) {
  const indexes = Array.from({ length: rows }, (_, index) => index)
  return (
    <div role="status" className={cn('divide-y border-t', className)}>
      <span className="sr-only">Loading</span>
      {indexes.map((index) => (
        <div key={index} className="flex h-[60px] items-center gap-4 px-5">
          <div className="flex-1">
            <Skeleton className={cn('h-3.5', widths[index % widths.length])} />
            <Skeleton className="mt-2 h-3 w-[22%]" />
          </div>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="hidden h-3.5 w-20 md:block" />
          <Skeleton className="h-[30px] w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
