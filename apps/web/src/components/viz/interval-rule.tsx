import { type Outcome, outcomeLabels } from '@semblance/plots'
import { cn } from '@/lib/cn.ts'

export type IntervalRuleProps = {
  label: string
  /** The measured value in words: "4.0% (-66.0 to 74.0)". */
  display: string
  value: number
  /** The bounds of the 95% interval; null where there is none. */
  low: number | null
  high: number | null
  /** The most that passes. */
  limit: number
  /** The value where nothing leaks. */
  ideal: number
  /** The largest value of a pass. */
  passesTo: number
  /** The ends of the scale. */
  min: number
  max: number
  outcome: Outcome
}

const inks: Record<Outcome, string> = {
  passed: 'bg-st-success-dot',
  inconclusive: 'bg-st-warn-dot',
  failed: 'bg-st-danger-dot',
}

/** Draws a measured interval with its limit (dashed) and the range of a pass (green). */
export function IntervalRule(rule: IntervalRuleProps) {
  const { label, display, value, low, high, limit, ideal, passesTo, min, max, outcome } = rule
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
      className="relative h-5 min-w-24 print:[print-color-adjust:exact]"
    >
      <div
        className="absolute inset-y-0 left-0 rounded-l-xs bg-st-success-bg"
        style={{ width: `${place(Math.min(limit, passesTo))}%` }}
      />
      <div className="absolute inset-x-0 top-1/2 h-px bg-border-strong" />
      <div
        className="absolute inset-y-0 border-muted-foreground border-l border-dashed"
        style={{ left: `${place(limit)}%` }}
      />
      <div
        className="absolute top-1/2 h-2.5 w-px -translate-y-1/2 bg-muted-foreground"
        style={{ left: `${place(ideal)}%` }}
      />
      {low !== null && high !== null && (
        <div
          className={cn(
            'absolute top-1/2 h-1 -translate-y-1/2 rounded-full opacity-55',
            inks[outcome],
          )}
          style={{ left: `${place(low)}%`, right: `${100 - place(high)}%` }}
        />
      )}
      <div
        className={cn(
          'absolute top-1/2 -ml-[5px] size-2.5 -translate-y-1/2 rounded-full ring-2 ring-card',
          inks[outcome],
        )}
        style={{ left: `${place(value)}%` }}
      />
    </div>
  )
}
