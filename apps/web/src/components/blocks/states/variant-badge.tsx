import { cn } from '@/lib/cn.ts'
import type { StatusIcon } from './status-icons.tsx'

export type Tone = 'neutral' | 'info' | 'synth' | 'held' | 'warn' | 'success' | 'danger'

const ink: Record<Tone, string> = {
  neutral: 'text-st-neutral-fg',
  info: 'text-st-info-fg',
  synth: 'text-st-synth-fg',
  held: 'text-st-held-fg',
  warn: 'text-st-warn-fg',
  success: 'text-st-success-fg',
  danger: 'text-st-danger-fg',
}

const tint: Record<Tone, string> = {
  neutral: 'bg-st-neutral-bg',
  info: 'bg-st-info-bg',
  synth: 'bg-st-synth-bg',
  held: 'bg-st-held-bg',
  warn: 'bg-st-warn-bg',
  success: 'bg-st-success-bg',
  danger: 'bg-st-danger-bg',
}

/** Describes how a status is shown. */
export type Variant = { label: string; tone: Tone; icon: StatusIcon }

type VariantBadgeProps = {
  variant: Variant
  /** Shows icon and label without the tint. */
  bare?: boolean
  className?: string
}

export function VariantBadge({ variant, bare, className }: VariantBadgeProps) {
  const { label, tone, icon: Icon } = variant
  return (
    <span
      data-slot="status"
      className={cn(
        'inline-flex h-[22px] items-center gap-1.5 whitespace-nowrap rounded-xs font-medium text-xs',
        ink[tone],
        !bare && ['px-1.5', tint[tone]],
        className,
      )}
    >
      <Icon className="size-3 shrink-0" strokeWidth={2.4} aria-hidden />
      {label}
    </span>
  )
}
