import { Star } from 'lucide-react'
import { cn } from '@/lib/cn.ts'
import { count } from '@/lib/format.ts'

type RatingProps = {
  /** 0 to 5. */
  value: number
  reviews?: number
  className?: string
}

export function Rating({ value, reviews, className }: RatingProps) {
  return (
    <span className={cn('num inline-flex items-center gap-1 text-sm', className)}>
      <Star className="size-3.5 fill-(--brass) text-brass" aria-hidden />
      <span className="font-medium">{value.toFixed(1)}</span>
      <span className="sr-only"> of 5 stars</span>
      {reviews !== undefined && (
        <span className="text-muted-foreground">
          ({count(reviews)}
          <span className="sr-only"> reviews</span>)
        </span>
      )}
    </span>
  )
}
