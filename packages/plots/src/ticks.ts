/** Describes the format of an axis's ticks and labels. */

export type ValueFormat = 'integer' | 'number' | 'date'

const dayMs = 86_400_000

/** Returns the smallest factor times a power of ten that is at least `atLeast`. Factors rise from 1 to 10. */
export function roundStep(atLeast: number, factors: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return power * (factors.find((factor) => power * factor >= atLeast) ?? 10)
}

/** Returns three to five round whole ticks from zero to the first that is no lower than `highest`. */
export function wholeTicks(highest: number): number[] {
  const atLeast = Math.max(1, highest / 4)
  const step = roundStep(atLeast, atLeast < 10 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10])
  const steps = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

export type Tick = { at: number; label: string }

/**
 * Returns labels from the lowest to the highest edge, with their places from 0 to 1. Whole numbers stand at their own
 * places, equal neighbors appear once, a constant in the middle. Dates are in milliseconds since 1970; they are wide, so there
 * are fewer, and days say their year at first and where it changes.
 */
export function tickLabels(
  edges: readonly number[],
  format: ValueFormat,
  count = format === 'date' ? 3 : 5,
): Tick[] {
  const low = edges[0]
  const high = edges.at(-1)
  if (low === undefined || high === undefined) return []
  const span = high - low
  if (!(span > 0)) return [{ at: 0.5, label: formatValue(low, format, 0) }]
  return Array.from({ length: count }, (_, i) => low + (i / (count - 1)) * span)
    .map((even, i, all) => {
      const value = format === 'integer' ? Math.round(even) : even
      const at = Math.min(1, Math.max(0, (value - low) / span))
      const isNewYear = format === 'date' && yearOf(value) !== yearOf(all[i - 1] ?? Number.NaN)
      return {
        at,
        label: isNewYear ? formatDay(value, span, true) : formatValue(value, format, span),
      }
    })
    .filter(({ label }, i, all) => label !== '' && label !== all[i - 1]?.label)
}

const yearOf = (value: number) => new Date(value).getUTCFullYear()

/** Returns a value as axes show it; `span` is the width of the whole axis. Empty if it is no date. */
export function formatValue(value: number, format: ValueFormat, span: number): string {
  if (format === 'date') return formatDay(value, span)
  const digits = format === 'integer' ? 0 : decimalsFor(span)
  return formatNumber(Object.is(Math.round(value * 10 ** digits), -0) ? 0 : value, digits, span)
}

/** 12500 is "12.5K", unless ticks of that span would then be alike. */
function formatNumber(value: number, maximumFractionDigits: number, span: number): string {
  const size = Math.abs(value)
  const isCompact = size >= 10_000 && span >= 0.4 * 1000 ** Math.floor(Math.log10(size) / 3)
  return new Intl.NumberFormat('en-US', {
    notation: isCompact ? 'compact' : 'standard',
    maximumFractionDigits: isCompact ? 1 : maximumFractionDigits,
  }).format(value)
}

function decimalsFor(span: number): number {
  return span >= 20 ? 0 : Math.min(6, Math.max(1, 2 - Math.floor(Math.log10(span))))
}

function formatDay(value: number, span: number, hasYear = false): string {
  if (Number.isNaN(new Date(value).getTime())) return ''
  const options: Intl.DateTimeFormatOptions =
    span > 5 * 365 * dayMs
      ? { year: 'numeric' }
      : span > 120 * dayMs
        ? { month: 'short', year: 'numeric' }
        : { month: 'short', day: 'numeric', ...(hasYear && { year: 'numeric' }) }
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(value)
}

/** 0.976 is "97.6%". */
export const percent = (share: number) => `${(100 * share).toFixed(1)}%`
