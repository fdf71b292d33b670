import { axisDay, axisNumber } from '@/lib/format.ts'

export type ValueFormat = 'integer' | 'number' | 'date'

const dayMs = 86_400_000

/** Labels from the lowest to the highest edge, with their places from 0 to 1; dates are wide, so they get fewer. */
export function tickLabels(edges: readonly number[], format: ValueFormat) {
  const count = format === 'date' ? 3 : 5
  const low = edges[0]
  const high = edges.at(-1)
  if (low === undefined || high === undefined || high <= low) return []
  return Array.from({ length: count }, (_, i) => {
    const at = i / (count - 1)
    return { at, label: formatValue(low + at * (high - low), format, high - low) }
  }).filter((tick, i, all) => tick.label !== all[i - 1]?.label)
}

export function formatValue(value: number, format: ValueFormat, span: number) {
  if (format === 'date') return formatDay(value, span)
  const digits = format === 'integer' ? 0 : decimalsFor(span)
  return axisNumber(Object.is(Math.round(value * 10 ** digits), -0) ? 0 : value, digits)
}

function decimalsFor(span: number) {
  return span >= 20 ? 0 : Math.min(6, Math.max(1, 2 - Math.floor(Math.log10(span))))
}

function formatDay(value: number, span: number) {
  const options: Intl.DateTimeFormatOptions =
    span > 5 * 365 * dayMs
      ? { year: 'numeric' }
      : span > 120 * dayMs
        ? { month: 'short', year: 'numeric' }
        : { month: 'short', day: 'numeric' }
  return axisDay(value, options)
}
