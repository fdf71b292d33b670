import { type Outcome, outcomeLabels } from '@semblance/plots'
import { Check, CircleHelp, type LucideIcon, X } from 'lucide-react'
import { cn } from '@/lib/cn.ts'
import { RulerTicks } from './ruler-ticks.tsx'

/** Maps outcomes to icon and color, which accompany the label. */
export const outcomeLooks: Record<Outcome, { icon: LucideIcon; color: string }> = {
  passed: { icon: Check, color: 'text-st-success-fg' },
  failed: { icon: X, color: 'text-st-danger-fg' },
  inconclusive: { icon: CircleHelp, color: 'text-st-warn-fg' },
}

export type QualityGaugeProps = {
  label: string
  value: number
  /** The value as read: "1.04", "97.6%". */
  display: string
  /** The 95 % confidence interval. */
  interval?: { low: number; high: number } | null
  /** The ends of the scale. */
  min: number
  max: number
  /** The most that passes. */
  limit: number
  outcome: Outcome
}

/**
 * Shows a quality score on a ruler, so that value, confidence, scale and pass zone are readable at
 * once.
 */
export function QualityGauge(gauge: QualityGaugeProps) {
  const { label, value, display, interval, min, max, limit, outcome } = gauge
  const place = (at: number) => Math.min(100, Math.max(0, ((at - min) / (max - min)) * 100))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn as a ruler
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(min, value))}
      aria-valuetext={`${display}, ${outcomeLabels[outcome]}`}
    >
      <GaugeHead label={label} display={display} outcome={outcome} />
      <div className="relative mt-1.5 h-5 print:[print-color-adjust:exact]">
        <div
          className="absolute inset-y-0 left-0 rounded-xs bg-st-success-bg"
          style={{ right: `${100 - place(limit)}%` }}
        />
        <RulerTicks />
        <div
          className="absolute inset-y-0 -ml-px border-st-success-dot border-l-[1.5px] border-dashed"
          style={{ left: `${place(limit)}%` }}
        />
        {interval && (
          <div
            className="absolute top-1/2 h-[5px] -translate-y-1/2 rounded-full bg-foreground/35"
            style={{
              left: `${place(interval.low)}%`,
              right: `${100 - place(interval.high)}%`,
            }}
          />
        )}
        <div
          className="absolute -top-0.5 bottom-0 -ml-[1.5px] w-[3px] rounded-full bg-foreground"
          style={{ left: `${place(value)}%` }}
        />
      </div>
    </div>
  )
}

/** Renders the measure's label and the verdict; `display` only if the value may be published. */
export function GaugeHead({
  label,
  display,
  outcome,
}: Pick<QualityGaugeProps, 'label' | 'outcome'> & { display?: string }) {
  const { icon: Icon, color } = outcomeLooks[outcome]
  return (
    <div className="flex items-baseline justify-between gap-3">
      <span className="font-medium text-sm">{label}</span>
      <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
        {display && <span className="figure text-md">{display}</span>}
        <span className={cn('inline-flex items-center gap-0.5 font-medium text-xs', color)}>
          <Icon className="size-3" strokeWidth={3} aria-hidden />
          {outcomeLabels[outcome]}
        </span>
      </span>
    </div>
  )
}
