import { Check, X } from 'lucide-react'
import { cn } from '@/lib/cn.ts'
import { RulerTicks } from './ruler-ticks.tsx'

export type QualityGaugeProps = {
  label: string
  value: number
  /** The value as read: "1.04", "97.6%". */
  display: string
  /** After the value: "AUC". */
  unit?: string
  min?: number
  max?: number
  /** The threshold. */
  pass: number
  /** Which side of the threshold passes. */
  direction?: 'above' | 'below'
  /** What the threshold means. */
  note?: string
  compact?: boolean
}

/** A ruler rather than a doughnut: value, scale and pass zone are readable at once. */
export function QualityGauge({
  label,
  value,
  display,
  unit,
  min = 0,
  max = 1,
  pass,
  direction = 'above',
  note,
  compact,
}: QualityGaugeProps) {
  const place = (at: number) => Math.min(100, Math.max(0, ((at - min) / (max - min)) * 100))
  const passes = direction === 'above' ? value >= pass : value <= pass
  const Icon = passes ? Check : X
  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn as a ruler */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={Math.min(max, Math.max(min, value))}
        aria-valuetext={`${display}${unit ? ` ${unit}` : ''}, ${passes ? 'pass' : 'fail'}`}
      >
        <div className="flex items-baseline justify-between gap-3">
          <span className="font-medium text-sm">{label}</span>
          <span className="inline-flex items-baseline gap-1.5">
            <span className="figure text-md">{display}</span>
            {unit && <span className="text-muted-foreground text-xs">{unit}</span>}
            <span
              className={cn(
                'inline-flex items-center gap-0.5 font-medium text-xs',
                passes ? 'text-st-success-fg' : 'text-st-danger-fg',
              )}
            >
              <Icon className="size-3" strokeWidth={3} aria-hidden />
              {passes ? 'Pass' : 'Fail'}
            </span>
          </span>
        </div>
        <div className={cn('relative', compact ? 'mt-1 h-4' : 'mt-1.5 h-6')}>
          <div
            className="absolute inset-y-0 rounded-xs bg-st-success-bg"
            style={
              direction === 'above'
                ? { left: `${place(pass)}%`, right: 0 }
                : { left: 0, right: `${100 - place(pass)}%` }
            }
          />
          <RulerTicks />
          <div
            className="absolute inset-y-0 -ml-px border-st-success-dot border-l-[1.5px] border-dashed"
            style={{ left: `${place(pass)}%` }}
          />
          <div
            className="absolute -top-0.5 bottom-0 -ml-[1.5px] w-[3px] rounded-full bg-foreground"
            style={{ left: `${place(value)}%` }}
          />
        </div>
      </div>
      {note && <p className="mt-1 text-muted-foreground text-xs">{note}</p>}
    </div>
  )
}
