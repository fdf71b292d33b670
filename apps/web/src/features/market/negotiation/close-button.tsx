import { X } from 'lucide-react'
import { cn } from '@/lib/cn.ts'

export function CloseButton({ onClick, className }: { onClick: () => void; className?: string }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClick}
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground max-md:size-10',
        className,
      )}
    >
      <X className="size-4 max-md:size-5" aria-hidden />
    </button>
  )
}
