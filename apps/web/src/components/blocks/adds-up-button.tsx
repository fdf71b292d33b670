import { Sigma } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { Tooltip } from '@/components/ui/tooltip.tsx'
import { type AddsUpTarget, useAddsUp } from '@/lib/adds-up-context.ts'
import { cn } from '@/lib/cn.ts'

/** Beside a total: opens the entries that it is the sum of. */
export function AddsUpButton({ className, ...target }: AddsUpTarget & { className?: string }) {
  const addsUp = useAddsUp()
  return (
    <Tooltip label="How this figure adds up">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`How this figure adds up: ${target.label}`}
        className={cn('text-muted-foreground', className)}
        onClick={() => addsUp.open(target)}
      >
        <Sigma className="size-3.5" aria-hidden />
      </Button>
    </Tooltip>
  )
}
