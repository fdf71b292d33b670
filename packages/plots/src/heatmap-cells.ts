/** Figures for heatmaps: correlations, and how alike pairs of columns are. */
import type { HeatmapCell, HeatmapData } from './heatmap.ts'

type Matrix = readonly (readonly (number | null)[])[]

export type Correlations = {
  columns: readonly string[]
  /** Square, symmetric, from -1 to 1; null where a pair has no correlation. */
  original: Matrix
  synthetic: Matrix
}

/** Returns every pair twice: the original below the diagonal, its twin above. */
export function correlationCells({ columns, original, synthetic }: Correlations): HeatmapData {
  const cells = columns.map((_, i) =>
    columns.map((_, k): HeatmapCell | null => {
      if (i === k) return null
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

/** Returns how far correlations of the twin are from the original's, at most; pairs without one do not count. */
export function largestDifference({ original, synthetic }: Correlations): number {
  const differences = original.flatMap((row, i) =>
    row.slice(0, i).map((value, k) => {
      const twin = synthetic[i]?.[k] ?? null
      return value === null || twin === null ? 0 : Math.abs(value - twin)
    }),
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
