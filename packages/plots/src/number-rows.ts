/** Means, totals and quantiles of a column in words, for page, PDF and HTML report. */
import type { ValueFormat } from './ticks.ts'

type FigureId = 'mean' | 'total' | 'q5' | 'q25' | 'q50' | 'q75' | 'q95'

/** Moments are in epoch milliseconds; an original of null is hidden by noise. */
export type NumberRowsData = {
  format: ValueFormat
  figures: readonly {
    id: FigureId
    original: { value: number; low: number; high: number } | null
    synthetic: number | null
  }[]
}

/** `range` is the interval of the original's figure; empty if it is exact or hidden. */
export type NumberRow = {
  label: string
  original: string
  range: string
  twin: string
  /** Says whether the interval holds the twin's figure. */
  verdict: 'inside' | 'outside' | 'unknown'
}

const labels: Record<FigureId, string> = {
  mean: 'Mean',
  total: 'Total',
  q5: '5th percentile',
  q25: '25th percentile',
  q50: 'Median',
  q75: '75th percentile',
  q95: '95th percentile',
}

export const numberRowsNote =
  'Computed from noisy counts that were paid for once, so they cost no further privacy. The interval with a figure holds the original’s own in about 95 of 100 cases, as long as no rows lie far beyond the values that noise lets be seen. “Cannot tell” stands where noise exceeds what the figure could say. Five digits are shown.'

/** Returns a row per figure; numbers have up to five digits. */
export function numberRows({ format, figures }: NumberRowsData): NumberRow[] {
  const write = writerOf(format, figures)
  return figures.map(({ id, original, synthetic }) => {
    const twin = synthetic === null ? '–' : write(synthetic)
    if (!original)
      return { label: labels[id], original: 'cannot tell', range: '', twin, verdict: 'unknown' }
    const { value, low, high } = original
    const isInside = synthetic !== null && synthetic >= low && synthetic <= high
    return {
      label: labels[id],
      original: write(value),
      range: low < high ? `${write(low)} to ${write(high)}` : '',
      twin,
      verdict: isInside ? 'inside' : 'outside',
    }
  })
}

const dayMs = 86_400_000

function writerOf(
  format: ValueFormat,
  figures: NumberRowsData['figures'],
): (value: number) => string {
  if (format !== 'date') return writeNumber
  const known = figures.flatMap(({ synthetic }) => (synthetic === null ? [] : [synthetic]))
  const digits = Math.max(...known) - Math.min(...known) < 10 * dayMs ? 16 : 10
  return (value) =>
    Number.isNaN(new Date(value).getTime())
      ? '–'
      : new Date(value).toISOString().slice(0, digits).replace('T', ' ')
}

function writeNumber(value: number): string {
  return new Intl.NumberFormat('en-US', {
    maximumSignificantDigits: 5,
    useGrouping: Math.abs(value) >= 10_000,
    ...(Math.abs(value) >= 1e7 && { notation: 'compact' }),
  }).format(value)
}
