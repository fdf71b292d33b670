import { Sigma } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { Tooltip } from '@/components/ui/tooltip.tsx'
import { cn } from '@/lib/cn.ts'
import { type FigureTarget, useFigureBreakdown } from '@/lib/pages/figure-breakdown-context.ts'

/** Opens the entries of a total, next to which it is shown. */
export function FigureBreakdownButton({
  className,
  ...target
}: FigureTarget & { className?: string }) {
  const addsUp = useFigureBreakdown()
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
