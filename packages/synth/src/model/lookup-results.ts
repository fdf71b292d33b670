import type { RandomSource } from '../random/random-source.ts'
import type { RulePlan } from '../schema/rules/rule-plan.ts'
import type { FittedColumn, FittedLookup, FittedRules } from './fitted-model.ts'
import { cellsOfColumn, poolCell } from './fitted-rules.ts'
import { OTHER_LABEL } from './measure/discover-categories.ts'
import { valueInCell } from './value-in-cell.ts'

/**
 * Returns the most common value of `column` for every combination of `on`. `counts`, which the
 * caller has made private or guarded, are row-major over the cells of `on`, then of `column`.
 */
export function lookupOfCounts(
  on: FittedColumn[],
  column: FittedColumn,
  counts: Float64Array,
  random: RandomSource,
): FittedLookup {
  const width = cellsOfColumn(column)
  const combinations = counts.length / width
  const pools = new Map<number, Float64Array>()
  const valueOfCell = new Map<number, number>()
  const results = new Float64Array(combinations)
  for (let combination = 0; combination < combinations; combination++) {
    const weights = counts.subarray(combination * width, (combination + 1) * width)
    const cell = heaviest(weights)
    if (!valueOfCell.has(cell)) valueOfCell.set(cell, valueForCell(column, cell, random))
    results[combination] = valueOfCell.get(cell)!
    if (column.values.type === 'labels' && hasPool(on, combination)) {
      pools.set(
        combination,
        weights.map((weight) => Math.max(0, weight)),
      )
    }
  }
  const labels = column.values.type === 'labels' ? [...column.values.labels, OTHER_LABEL] : null
  return { on, labels, results, pools }
}

/**
 * Collects the data for rules from columns that were measured, or guarded, on their own, and from
 * public mappings.
 */
export function fittedRules(
  plan: RulePlan,
  columns: Map<number, FittedColumn>,
  measured: Map<number, FittedLookup>,
): FittedRules {
  const lookups = new Map(measured)
  for (const derivation of plan.derivations) {
    if (derivation.type !== 'lookup' || derivation.mapping === null) continue
    const on = columns.get(derivation.on[0]!)!
    lookups.set(derivation.column, lookupOfMapping(on, derivation.mapping))
  }
  const alone = [...columns].filter(([j]) => j < plan.width && plan.uses[j] !== 'modeled')
  return { plan, alone: new Map(alone), lookups }
}

/** A public mapping from the labels of a column; what it leaves out has no value. */
function lookupOfMapping(on: FittedColumn, mapping: Record<string, string>): FittedLookup {
  const labels = [...new Set(Object.values(mapping))]
  const results = new Float64Array(cellsOfColumn(on)).fill(Number.NaN)
  if (on.values.type === 'labels') {
    const known = [...on.values.labels]
    if (!known.includes(OTHER_LABEL)) known.push(OTHER_LABEL)
    for (const [cell, label] of known.entries()) {
      if (Object.hasOwn(mapping, label)) results[cell] = labels.indexOf(mapping[label]!)
    }
  }
  return { on: [on], labels, results, pools: new Map() }
}

function heaviest(weights: Float64Array): number {
  let best = 0
  for (let i = 1; i < weights.length; i++) if (weights[i]! > weights[best]!) best = i
  return best
}

/** One value for the whole cell, as a code of a label or a coded integer; NaN for missing. */
function valueForCell(
  { values, binning }: FittedColumn,
  cell: number,
  random: RandomSource,
): number {
  if (cell === binning.binOfCell.length - 1) return Number.NaN
  if (values.type === 'labels') return cell
  return valueInCell(values.grid, cell, random)
}

function hasPool(on: FittedColumn[], combination: number): boolean {
  let left = combination
  for (let i = on.length - 1; i >= 0; i--) {
    const column = on[i]!
    const cells = cellsOfColumn(column)
    const cell = left % cells
    left = Math.floor(left / cells)
    if (column.values.type === 'labels' && cell === column.values.labels.length) {
      return poolCell(column.values.labels) === cell
    }
  }
  return false
}
