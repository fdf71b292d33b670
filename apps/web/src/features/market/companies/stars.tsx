import { Star } from 'lucide-react'
import { cn } from '@/lib/cn.ts'

/** Shows a rating as whole stars of five. */
export function Stars({ value, label }: { value: number; label: string }) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          className={cn(
            'size-4',
            star <= value ? 'fill-(--brass) text-brass' : 'text-border-strong',
          )}
        />
      ))}
    </span>
  )
}
