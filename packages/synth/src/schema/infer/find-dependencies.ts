import { MAX_BROKEN, MIN_ROWS, type ProposedRule, type SampledColumn } from './proposed-rule.ts'

/** Limits the share of the commonest value of a column: above it, every column seems to determine it. */
const MAX_COMMONEST = 0.95
/** A value of the deciding column comes in this many rows on average at least. */
const MIN_ROWS_PER_VALUE = 3

type Values = { index: number; values: Float64Array; distinct: number }

/**
 * Returns columns of few values that one other column determines; the determining column with the
 * fewest values comes first.
 */
export function findDependencies(columns: SampledColumn[]): ProposedRule[] {
  const listed = columns.flatMap((column, index): Values[] => {
    if (!isCountable(column)) return []
    const distinct = new Set(column.values.filter((value) => !Number.isNaN(value))).size
    const isListed = distinct > 1 && distinct * MIN_ROWS_PER_VALUE <= column.values.length
    return isListed ? [{ index, values: column.values, distinct }] : []
  })
  const byValues = [...listed].sort((a, b) => a.distinct - b.distinct)
  return byValues.flatMap((on) =>
    listed.flatMap((column): ProposedRule[] => {
      if (on === column || on.distinct < column.distinct) return []
      const exceptions = exceptionsOf(on, column)
      if (exceptions === null) return []
      return [{ rule: { type: 'dependency', on: [on.index], column: column.index }, exceptions }]
    }),
  )
}

function isCountable({ schema: { kind } }: SampledColumn): boolean {
  return kind === 'category' || kind === 'boolean' || kind === 'integer'
}

/** Rows with another value than most of those that are equal in `on`; null if too many, or if it says nothing. */
function exceptionsOf(on: Values, column: Values): number | null {
  const groups = new Map<number, Map<number, number>>()
  for (let row = 0; row < on.values.length; row++) {
    const [key, value] = [on.values[row]!, column.values[row]!]
    if (Number.isNaN(key)) continue
    const group = groups.get(key) ?? new Map<number, number>()
    groups.set(key, group.set(value, (group.get(value) ?? 0) + 1))
  }
  let rows = 0
  let kept = 0
  const overall = new Map<number, number>()
  for (const group of groups.values()) {
    const size = [...group.values()].reduce((sum, count) => sum + count, 0)
    // A value seen once decides nothing.
    if (size < 2) continue
    rows += size
    kept += Math.max(...group.values())
    for (const [value, count] of group) overall.set(value, (overall.get(value) ?? 0) + count)
  }
  const isOpen = Math.max(0, ...overall.values()) <= MAX_COMMONEST * rows
  return rows >= MIN_ROWS && isOpen && rows - kept <= MAX_BROKEN * rows ? rows - kept : null
}
