import { X } from 'lucide-react'
import { cn } from '@/lib/cn.ts'

type ChipProps = {
  label: string
  /** Adds the remove button. */
  onRemove?: () => void
  className?: string
}

/** Shows a chosen filter, or a plain tag when it cannot be removed. */
export function Chip({ label, onRemove, className }: ChipProps) {
  return (
    <span
      className={cn(
        'inline-flex h-7 items-center rounded-sm text-sm',
        onRemove
          ? 'bg-primary-soft pr-1 pl-2.5 font-medium text-primary max-md:h-10'
          : 'h-6 border px-2 text-muted-foreground',
        className,
      )}
    >
      {label}
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${label}`}
          onClick={onRemove}
          className="ml-1 grid size-6 place-items-center rounded-xs hover:bg-card max-md:size-10"
        >
          <X className="size-3" aria-hidden />
        </button>
      )}
    </span>
  )
}
