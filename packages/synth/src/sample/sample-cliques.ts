import { type CliqueModel, tableOf } from '../fit/clique-model.ts'
import { allocate } from '../rng/allocate.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { groupByBin } from './group-by-bin.ts'

/**
 * `rowCount` rows of bin indexes, one array per column of the model, of which the first may be given. Each column is drawn given the
 * neighbors drawn before it, which form a clique with it; each conditional is rounded per state of
 * those, so the sample's tables stay close to the model's.
 */
export function sampleCliques(
  model: CliqueModel,
  rowCount: number,
  random: RandomSource,
  context: Int32Array[] = [],
): Int32Array[] {
  const sampled: Int32Array[] = model.margins.map((_, j) => context[j] ?? new Int32Array(0))
  const drawn = new Set(context.keys())
  for (const column of cardinalityOrder(model.neighbors, drawn)) {
    const given = [...model.neighbors[column]!].filter((neighbor) => drawn.has(neighbor))
    const margin = model.margins[column]!
    sampled[column] =
      given.length === 0
        ? allocate(rowCount, margin, random)
        : drawGiven(
            tableOf(model, [...given, column]),
            statesOf(model, given, sampled),
            margin,
            random,
          )
    drawn.add(column)
  }
  return sampled
}

/**
 * Always the column with the most neighbors already taken: in a chordal graph those are a clique.
 * Source: Tarjan and Yannakakis, 1984 (maximum cardinality search).
 */
function cardinalityOrder(neighbors: Set<number>[], given: Set<number>): number[] {
  const taken = neighbors.map((of) => [...of].filter((neighbor) => given.has(neighbor)).length)
  const open = new Set([...neighbors.keys()].filter((column) => !given.has(column)))
  const order: number[] = []
  while (open.size > 0) {
    let best = -1
    for (const column of open) if (best < 0 || taken[column]! > taken[best]!) best = column
    open.delete(best)
    order.push(best)
    for (const neighbor of neighbors[best]!) taken[neighbor]!++
  }
  return order
}

/** The joint state of a few sampled columns, row by row, as an index into their table. */
function statesOf({ margins }: CliqueModel, columns: number[], sampled: Int32Array[]): Int32Array {
  const states = Int32Array.from(sampled[columns[0]!]!)
  for (const column of columns.slice(1)) {
    const [bins, binCount] = [sampled[column]!, margins[column]!.length]
    for (let row = 0; row < states.length; row++) states[row] = states[row]! * binCount + bins[row]!
  }
  return states
}

function drawGiven(
  table: Float64Array,
  states: Int32Array,
  margin: Float64Array,
  random: RandomSource,
): Int32Array {
  const binCount = margin.length
  const bins = new Int32Array(states.length)
  groupByBin(states, table.length / binCount).forEach((rows, state) => {
    if (rows.length === 0) return
    const conditional = table.subarray(state * binCount, (state + 1) * binCount)
    const weights = conditional.some((weight) => weight > 0) ? conditional : margin
    const drawn = allocate(rows.length, weights, random)
    for (let i = 0; i < rows.length; i++) bins[rows[i]!] = drawn[i]!
  })
  return bins
}
