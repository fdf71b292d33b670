/** Figures for heatmaps: correlations, and how alike pairs of columns are. */
import type { HeatmapCell, HeatmapData } from './heatmap.ts'

type Matrix = readonly (readonly (number | null)[])[]

export type Correlations = {
  columns: readonly string[]
  /** Square, symmetric, from -1 to 1; null where a pair has no correlation. */
  original: Matrix
  synthetic: Matrix
  /** Half of the 95 % confidence interval of the original's; absent if they are exact, or nothing is known of it. */
  reach?: Matrix | undefined
}

/** Beyond this reach, noise hides a correlation. */
export const MOST_REACH = 0.2

const isHidden = ({ reach }: Correlations, i: number, k: number) =>
  (reach?.[i]?.[k] ?? 0) > MOST_REACH

/** Says how to read the figures of a buyer's report, and what noise leaves of them. */
export function correlationsNote(correlations: Correlations): string {
  const { columns, reach } = correlations
  const scale = 'From -1 to 1. Below the diagonal the original, above it its twin.'
  if (!reach) return scale
  const pairs = columns.flatMap((_, i) => columns.slice(0, i).map((_, k) => [i, k] as const))
  const told = pairs.filter(([i, k]) => !isHidden(correlations, i, k))
  const apart = told.filter(([i, k]) => gapOf(correlations, i, k) > (reach[i]?.[k] ?? 0))
  return [
    scale,
    'The original’s are computed from noisy counts that were paid for, of values in ranges and no further than three deviations from their mean.',
    told.length < pairs.length
      ? `“?” stands where noise could hide more than ${MOST_REACH}: of ${pairs.length - told.length} of ${pairs.length} pairs we cannot tell.`
      : '',
    `Further apart than noise and ranges explain, with 95% confidence each: ${apart.length} of ${told.length} pairs.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function gapOf({ original, synthetic }: Correlations, i: number, k: number): number {
  const [own, twin] = [original[i]?.[k] ?? null, synthetic[i]?.[k] ?? null]
  return own === null || twin === null ? 0 : Math.abs(own - twin)
}

/** Returns every pair twice: the original below the diagonal, its twin above. */
export function correlationCells(correlations: Correlations): HeatmapData {
  const { columns, original, synthetic } = correlations
  const cells = columns.map((_, i) =>
    columns.map((_, k): HeatmapCell | null => {
      if (i === k) return null
      if (i > k && isHidden(correlations, i, k))
        return { text: '?', role: 'twin', share: 0, isOriginal: true }
      const value = (i > k ? original : synthetic)[i]?.[k] ?? null
      return {
        text: value === null ? '–' : hundredths(value),
        role: (value ?? 0) < 0 ? 'negative' : 'twin',
        share: Math.abs(value ?? 0),
        isOriginal: i > k,
      }
    }),
  )
  return { columns, cells }
}

/** Returns how far correlations of the twin are from the original's, at most; pairs without one, or hidden by noise, do not count. */
export function largestDifference(correlations: Correlations): number {
  const differences = correlations.original.flatMap((row, i) =>
    row.slice(0, i).map((_, k) => (isHidden(correlations, i, k) ? 0 : gapOf(correlations, i, k))),
  )
  return Math.max(0, ...differences)
}

/** Returns how alike each pair of columns is, in percent; the scale begins at the least like pair. */
export function accuracyCells(columns: readonly string[], accuracy: Matrix): HeatmapData {
  const others = accuracy.flatMap((row, i) => row.filter((_, k) => k !== i))
  const least = Math.min(0.95, ...others.map((value) => value ?? 1))
  const cells = columns.map((_, i) =>
    columns.map((_, k): HeatmapCell | null => {
      if (i === k) return null
      const value = accuracy[i]?.[k] ?? 1
      const share = Math.max(0, 1 - value) / (1 - least)
      return { text: (100 * value).toFixed(0), role: 'negative', share, isOriginal: false }
    }),
  )
  return { columns, cells }
}

/** ".42", "-.07", "1.00"; what rounds to nothing has no sign. */
function hundredths(value: number): string {
  const text = value.toFixed(2).replace('0.', '.')
  return text === '-.00' ? '.00' : text
}
