import { mapToInts } from '../../model/measure/cells-of-values.ts'
import { at } from '../../model/pairs/at.ts'
import { firstRows, type SampleColumn, type TableSample } from '../table-sample.ts'

/**
 * Describes a yes-or-no question about a column: its label per row is 1, 0, or -1 if the value is
 * missing.
 */
export type Target = { column: number; label: (column: SampleColumn) => Int8Array }

const MAX_TARGETS = 3
const MAX_CLASSES = 10
/** Sets the least share of each of the two classes among rows with a value. */
const MIN_SHARE = 0.05

/**
 * Chooses the prediction targets: categories of two classes first, then of up to ten (the commonest
 * against the rest), then numbers (above the median or not); later columns before earlier ones, as
 * tables put their subject last. Reads only `reference`.
 */
export function chooseTargets(reference: TableSample, declared: number | null): Target[] {
  const places = [...reference.columns.keys()].reverse()
  const ranked = declared === null ? places : [declared]
  const candidatesOf = (type: SampleColumn['type']) =>
    ranked
      .filter((column) => at(reference.columns, column).type === type)
      .map((column) => candidateOf(column, at(reference.columns, column)))
      .filter((candidate) => candidate !== null)
  const found = candidatesOf('category').sort((a, b) => a.rank - b.rank)
  // Numbers rank behind all categories, and take a sort each.
  if (found.length < MAX_TARGETS) found.push(...candidatesOf('continuous'))
  return found.slice(0, MAX_TARGETS).map(({ target }) => target)
}

/** Limits the rows of the twin that a published figure is taught by. */
export const MAX_TAUGHT_ROWS = 10_000

/** Returns the target of the figure that buyers of a private twin see, chosen by the twin alone; null if it has none. */
export const publishedTarget = (twin: TableSample): Target | null =>
  chooseTargets(firstRows(twin, MAX_TAUGHT_ROWS), null)[0] ?? null

function candidateOf(
  column: number,
  values: SampleColumn,
): { rank: number; target: Target } | null {
  const [rank, target] =
    values.type === 'category' ? classTarget(column, values) : medianTarget(column, values)
  if (rank > MAX_CLASSES && values.type === 'category') return null
  const labels = target.label(values)
  const known = labels.reduce((count, label) => count + (label >= 0 ? 1 : 0), 0)
  const share = labels.reduce((count, label) => count + (label > 0 ? 1 : 0), 0) / Math.max(1, known)
  return share >= MIN_SHARE && share <= 1 - MIN_SHARE ? { rank, target } : null
}

type Ranked = [rank: number, target: Target]

/** Ranked by the number of classes. */
function classTarget(column: number, values: { values: Int32Array; codeCount: number }): Ranked {
  const counts = new Int32Array(values.codeCount)
  for (const code of values.values) if (code >= 0) counts[code]!++
  const classes = counts.reduce((count, rows) => count + (rows > 0 ? 1 : 0), 0)
  const commonest = counts.indexOf(Math.max(...counts))
  const label = (of: SampleColumn) =>
    new Int8Array(mapToInts(of.values, (code) => (code < 0 ? -1 : Number(code === commonest))))
  return [classes, { column, label }]
}

/** Ranked behind every category. */
function medianTarget(column: number, { values }: { values: Float64Array }): Ranked {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort()
  const median = sorted[(sorted.length - 1) >> 1] ?? 0
  const label = (of: SampleColumn) =>
    new Int8Array(
      mapToInts(of.values, (value) => (Number.isNaN(value) ? -1 : Number(value > median))),
    )
  return [MAX_CLASSES + 1, { column, label }]
}
