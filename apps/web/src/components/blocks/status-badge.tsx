import { cn } from '@/lib/cn.ts'
import { titleCase } from '@/lib/format.ts'
import { statusLook, toneInk, toneTint } from './statuses.ts'

type StatusBadgeProps = {
  /** A label or a stored value: "In Progress" and "in_progress" look the same. */
  status: string
  /** Icon and words without the tint. */
  bare?: boolean
  className?: string
}

export function StatusBadge({ status, bare, className }: StatusBadgeProps) {
  const label = titleCase(status)
  const { tone, icon: Icon } = statusLook(label)
  return (
    <span
      data-slot="status"
      className={cn(
        'inline-flex h-[22px] items-center gap-1.5 whitespace-nowrap rounded-xs font-medium text-xs',
        toneInk[tone],
        !bare && ['px-1.5', toneTint[tone]],
        className,
      )}
    >
      <Icon className="size-3 shrink-0" strokeWidth={2.4} aria-hidden />
      {label}
    </span>
  )
}
