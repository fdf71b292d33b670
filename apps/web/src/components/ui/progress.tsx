import { Progress as RadixProgress } from 'radix-ui'
import { cn } from '@/lib/cn.ts'

type ProgressProps = {
  /** 0 to 100. */
  value: number
  /** The task's name for screen readers. */
  label: string
  tone?: 'primary' | 'success' | 'warn' | 'danger'
  className?: string
}

const tones = {
  primary: 'bg-primary',
  success: 'bg-st-success-dot',
  warn: 'bg-st-warn-dot',
  danger: 'bg-st-danger-dot',
}

export function Progress({ value, label, tone = 'primary', className }: ProgressProps) {
  return (
    <RadixProgress.Root
      value={value}
      aria-label={label}
      className={cn(
        'h-1.5 w-full overflow-hidden rounded-full bg-muted ring-1 ring-border ring-inset',
        className,
      )}
    >
      <RadixProgress.Indicator
        className={cn('h-full rounded-full transition-[width] duration-[480ms]', tones[tone])}
        style={{ width: `${value}%` }}
      />
    </RadixProgress.Root>
  )
}
