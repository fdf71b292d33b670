import { type SampleColumn, sortedPresent, type TableSample } from '../../table-sample.ts'

/**
 * Sets the contribution of a differing category to a squared distance; the whole range of a
 * continuous column contributes 1.
 */
export const CATEGORY_GAP = 0.6
const MISSING_RANK = -0.5

/** Holds rows as points: a rank per continuous column, a code per category. */
export type Points = { rowCount: number; ranks: Float32Array[]; codes: Int32Array[] }

/** Describes the columns of a table that are compared by rank and by code, and the conversion. */
export type DistanceSpace = {
  ranked: number[]
  coded: number[]
  place: (table: TableSample) => Points
}

/**
 * Builds the space in which records are compared: squared distance is the sum over continuous
 * columns of squared differences of ranks, 0..1, and CATEGORY_GAP per differing category. A missing
 * value is half a range below the least. Ranks are those among the twin's values, so that the
 * distance of a real row to the twin depends on that row alone.
 */
export function distanceSpace(twin: TableSample): DistanceSpace {
  const places = [...twin.columns.keys()]
  const ranked = places.filter((j) => twin.columns[j]!.type === 'continuous')
  const coded = places.filter((j) => twin.columns[j]!.type === 'category')
  const scales = ranked.map((j) => rankScale(twin.columns[j]!))
  return {
    ranked,
    coded,
    place: ({ rowCount, columns }) => ({
      rowCount,
      ranks: ranked.map((j, i) => Float32Array.from(columns[j]!.values, scales[i]!)),
      codes: coded.map((j) => columns[j]!.values as Int32Array),
    }),
  }
}

/** Maps a value to its mean rank, 0..1; missing values to MISSING_RANK. */
function rankScale(column: SampleColumn): (value: number) => number {
  const sorted = sortedPresent(column.values as Float64Array)
  const below = (value: number, orEqual: boolean) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < value || (orEqual && sorted[middle] === value)) low = middle + 1
      else high = middle
    }
    return low
  }
  return (value) =>
    Number.isNaN(value)
      ? MISSING_RANK
      : (below(value, false) + below(value, true)) / Math.max(1, 2 * sorted.length)
}
