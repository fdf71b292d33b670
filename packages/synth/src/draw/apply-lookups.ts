import type { FittedColumn, FittedLookup } from '../model/fitted-model.ts'
import { cellsOfColumn } from '../model/fitted-rules.ts'
import { OTHER_LABEL } from '../model/measure/discover-categories.ts'
import { allocate } from '../random/allocate.ts'
import type { RandomSource } from '../random/random-source.ts'
import { cellOfValue, type DrawnColumn } from './drawn-column.ts'

type Labels = Extract<DrawnColumn, { type: 'labels' }>

/**
 * Returns the looked-up values for those of `on`. If a column's rare categories are pooled and may
 * be split, the value is drawn, and the pool's label names it, so that equal labels have equal
 * values: "Other (Queens)".
 */
export function lookUp(
  lookup: FittedLookup,
  on: number[],
  drawn: DrawnColumn[],
  canSplit: (column: number) => boolean,
  random: RandomSource,
): DrawnColumn {
  const sources = on.map((position) => drawn[position]!)
  const combinations = combine(lookup, sources)
  const values = Float64Array.from(combinations, (combination) => lookup.results[combination]!)
  if (lookup.labels === null) return { type: 'numbers', values }
  const codes = Int32Array.from(values, (code) => (Number.isNaN(code) ? -1 : code))
  const looked: Labels = { type: 'labels', labels: lookup.labels, codes }
  for (const [combination, rows] of rowsOfPools(lookup, combinations)) {
    const i = on.findIndex(
      (column, i) => canSplit(column) && isPooled(lookup.on[i]!, sources[i]!, rows[0]!),
    )
    const weights = lookup.pools.get(combination)!
    if (i >= 0)
      splitPool(sources[i] as Labels, looked, rows, allocate(rows.length, weights, random))
  }
  return looked
}

function combine({ on }: FittedLookup, sources: DrawnColumn[]): Int32Array {
  const first = sources[0]!
  const rowCount = first.type === 'labels' ? first.codes.length : first.values.length
  const combinations = new Int32Array(rowCount)
  for (const [i, column] of on.entries()) {
    const cells = cellsOfColumn(column)
    for (let row = 0; row < rowCount; row++) {
      combinations[row] = combinations[row]! * cells + cellOfValue(column, sources[i]!, row)
    }
  }
  return combinations
}

function rowsOfPools({ pools }: FittedLookup, combinations: Int32Array): Map<number, number[]> {
  const rowsOf = new Map<number, number[]>()
  for (let row = 0; row < combinations.length; row++) {
    const combination = combinations[row]!
    if (!pools.has(combination)) continue
    const rows = rowsOf.get(combination)
    if (rows) rows.push(row)
    else rowsOf.set(combination, [row])
  }
  return rowsOf
}

function isPooled(column: FittedColumn, drawn: DrawnColumn, row: number): boolean {
  return (
    column.values.type === 'labels' &&
    cellOfValue(column, drawn, row) === column.values.labels.length
  )
}

/** Gives each row its drawn label, and the pool's label in `split` that name. */
function splitPool(split: Labels, looked: Labels, rows: number[], drawnCells: Int32Array): void {
  const pool = split.labels.indexOf(OTHER_LABEL)
  const taken = new Set(split.labels.slice(0, pool))
  const codeOfLabel = new Map(split.labels.slice(pool).map((label, i) => [label, pool + i]))
  rows.forEach((row, i) => {
    const cell = drawnCells[i]!
    looked.codes[row] = cell < looked.labels.length ? cell : -1
    let name = pooledLabel(split.labels[split.codes[row]!]!, looked.labels[cell] ?? 'none')
    while (taken.has(name)) name = `${OTHER_LABEL} ${name}`
    if (!codeOfLabel.has(name)) codeOfLabel.set(name, split.labels.push(name) - 1)
    split.codes[row] = codeOfLabel.get(name)!
  })
}

function pooledLabel(label: string, part: string): string {
  return label === OTHER_LABEL ? `${OTHER_LABEL} (${part})` : `${label.slice(0, -1)}, ${part})`
}
