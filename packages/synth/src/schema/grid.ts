/**
 * Data-independent cells over the integers: a column is coded onto a grid before anything about its
 * values is known, so bounds and bins cannot leak a single row's value.
 */
export type Grid =
  | { type: 'log'; starts: Float64Array; cellsPerOctave: number }
  | { type: 'linear'; starts: Float64Array; low: number; width: number }

/** Below this, every integer has its own cell. */
const EXACT_LIMIT = 64
const FIRST_OCTAVE = 6
/** Magnitudes from 2^44 (1.8e13) on share the outermost cell. */
const LAST_OCTAVE = 43

/**
 * Exact integers for |v| < 64, then 32 cells per octave, both signs; 16 or 8 for tables so small
 * (by their noisy row count) that finer cells would drown in noise. `starts` has one entry more than
 * there are cells: cell k holds the integers from starts[k] to starts[k + 1] - 1.
 */
export function logGrid(rowCount: number): Grid {
  const cellsPerOctave = rowCount >= 16_000 ? 32 : rowCount >= 4000 ? 16 : 8
  const positive: number[] = []
  for (let v = 0; v < EXACT_LIMIT; v++) positive.push(v)
  for (let octave = FIRST_OCTAVE; octave <= LAST_OCTAVE; octave++) {
    const base = 2 ** octave
    for (let k = 0; k < cellsPerOctave; k++) positive.push(base + (base / cellsPerOctave) * k)
  }
  positive.push(2 ** (LAST_OCTAVE + 1))
  const negative = positive
    .slice(2)
    .map((start) => 1 - start)
    .reverse()
  return { type: 'log', starts: Float64Array.from([...negative, ...positive]), cellsPerOctave }
}

/** `cellCount` cells of `width` integers from `low` on; values outside go to the outermost cells. */
export function linearGrid(low: number, width: number, cellCount: number): Grid {
  const starts = Float64Array.from({ length: cellCount + 1 }, (_, k) => low + k * width)
  return { type: 'linear', starts, low, width }
}

export function cellCount(grid: Grid): number {
  return grid.starts.length - 1
}

/**
 * The SQL expression of the cell index of a numeric expression without nulls. The caller passes a
 * column reference of its own, never text from a file.
 */
export function gridCellSql(grid: Grid, value: string): string {
  const last = cellCount(grid) - 1
  if (grid.type === 'linear') {
    const cell = `floor((${value} - (${grid.low})) / ${grid.width})`
    return `least(greatest(${cell}, 0), ${last})::usmallint`
  }
  const zero = (cellCount(grid) - 1) / 2
  const size = `least(abs(${value}), ${2 ** (LAST_OCTAVE + 1) - 1})`
  const octave = `floor(log2(${size}))`
  const within = `least(greatest(floor((${size} / pow(2, ${octave}) - 1) * ${grid.cellsPerOctave}), 0), ${grid.cellsPerOctave - 1})`
  const magnitude = `case when ${size} < ${EXACT_LIMIT} then ${size} else ${EXACT_LIMIT} + (${octave} - ${FIRST_OCTAVE}) * ${grid.cellsPerOctave} + ${within} end`
  return `(${zero} + sign(${value}) * (${magnitude}))::usmallint`
}

const SECONDS_PER_DAY = 86_400
/** Nice widths for time cells, in seconds. */
const TIME_STEPS_SECONDS = [1, 60, 300, 900, 3600, 21_600, 86_400, 604_800, 2_592_000, 31_536_000]
const MAX_TIME_CELLS = 1000

/** 1900-2100 in cells of 30 days: finds where a date column lies before a finer grid is laid. */
export function coarseTimeGrid(unitSeconds: number): Grid {
  const low = (-25_567 * SECONDS_PER_DAY) / unitSeconds
  return linearGrid(low, (30 * SECONDS_PER_DAY) / unitSeconds, 2436)
}

/** At most 1000 cells of a whole number of steps between two (already private) bounds. */
export function fineTimeGrid(low: number, high: number, unitSeconds: number): Grid {
  const units = Math.max(1, high - low)
  const width =
    TIME_STEPS_SECONDS.map((seconds) => seconds / unitSeconds).find(
      (step) => step >= 1 && Number.isInteger(step) && units / step <= MAX_TIME_CELLS,
    ) ?? Math.ceil(units / MAX_TIME_CELLS)
  return linearGrid(low, width, Math.ceil(units / width))
}
