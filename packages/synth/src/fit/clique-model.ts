import type { TreeModel } from './tree-model.ts'

/** Counts over the bins of a few columns, row-major in the order of `columns`. */
export type CountTable = { columns: number[]; counts: Float64Array }

/**
 * A decomposable model: the graph of `neighbors` is chordal, every clique of it has a table, and
 * tables that share columns agree on them.
 */
export type CliqueModel = {
  /** Counts per bin and column. */
  margins: Float64Array[]
  neighbors: Set<number>[]
  cliques: CountTable[]
}

export function cliquesOfTree({ tree, margins, edges }: TreeModel): CliqueModel {
  const model: CliqueModel = { margins, neighbors: margins.map(() => new Set()), cliques: [] }
  edges.forEach((counts, child) => {
    if (!counts) return
    const parent = tree.parent[child]!
    join(model.neighbors, parent, child)
    model.cliques.push({ columns: [parent, child], counts })
  })
  return model
}

export function join(neighbors: Set<number>[], a: number, b: number): void {
  neighbors[a]!.add(b)
  neighbors[b]!.add(a)
}

/** What the model says of `columns`, which must lie in one clique, in their order. */
export function tableOf({ margins, cliques }: CliqueModel, columns: number[]): Float64Array {
  if (columns.length === 1) return margins[columns[0]!]!
  let smallest: CountTable | undefined
  for (const clique of cliques) {
    if (!columns.every((column) => clique.columns.includes(column))) continue
    if (!smallest || clique.counts.length < smallest.counts.length) smallest = clique
  }
  if (!smallest) throw new Error(`No clique holds the columns ${columns.join(', ')}`)
  return marginalize(smallest, columns, (column) => margins[column]!.length)
}

/** Sums a table over every column that `columns` does not name. */
export function marginalize(
  table: CountTable,
  columns: number[],
  binCount: (column: number) => number,
): Float64Array {
  const sizes = table.columns.map(binCount)
  const strides = table.columns.map((column) => strideOf(column, columns, binCount))
  const sums = new Float64Array(columns.reduce((product, c) => product * binCount(c), 1))
  const last = sizes.length - 1
  const digits = new Int32Array(sizes.length)
  let target = 0
  for (let cell = 0; cell < table.counts.length; cell++) {
    sums[target]! += table.counts[cell]!
    for (let place = last; place >= 0; place--) {
      target += strides[place]!
      if (++digits[place]! < sizes[place]!) break
      target -= strides[place]! * sizes[place]!
      digits[place] = 0
    }
  }
  return sums
}

function strideOf(column: number, columns: number[], binCount: (column: number) => number): number {
  const position = columns.indexOf(column)
  if (position < 0) return 0
  return columns.slice(position + 1).reduce((product, c) => product * binCount(c), 1)
}
