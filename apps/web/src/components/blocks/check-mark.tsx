import { type Outcome, outcomeLabels } from '@semblance/plots'
import { CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

type CheckMarkProps = {
  outcome: Outcome
  /** Replaces the outcome's name. */
  children?: ReactNode
  className?: string
}

const looks: Record<Outcome, { icon: LucideIcon; color: string }> = {
  passed: { icon: CircleCheck, color: 'text-st-success-fg' },
  inconclusive: { icon: CircleHelp, color: 'text-st-warn-fg' },
  failed: { icon: CircleX, color: 'text-st-danger-fg' },
}

/** Shows the outcome of a check as icon and words. */
export function CheckMark({ outcome, children, className }: CheckMarkProps) {
  const { icon: Icon, color } = looks[outcome]
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-sm',
        color,
        className,
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      {children ?? outcomeLabels[outcome]}
    </span>
  )
}
