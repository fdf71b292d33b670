import { type CliqueModel, join, marginalize, tableOf } from './clique-model.ts'

/** Two columns that could become neighbors: the model has them independent given `separator`. */
export type Growth = { a: number; b: number; separator: number[] }

const MAX_SEPARATOR = 2
/** Cells of a clique's table; more would hold mostly noise. */
const MAX_CELLS = 50_000
/** Rounds of proportional fitting; the tables agree to a fraction of a row after ten. */
const FITTING_ROUNDS = 15
/** What a cell keeps of its prior where the noise says that nothing is there. */
const PRIOR_FLOOR = 1e-3

/** A growth's columns in the order of its table. */
export const columnsOf = ({ a, b, separator }: Growth): number[] => [...separator, a, b]

/**
 * Every pair whose joining keeps the graph chordal: not neighbors, but separated by neighbors they
 * have in common. The new clique is the separator with both.
 */
export function listGrowths(model: CliqueModel): Growth[] {
  const growths: Growth[] = []
  model.neighbors.forEach((ofA, a) => {
    for (let b = a + 1; b < model.neighbors.length; b++) {
      if (ofA.has(b)) continue
      const separator = [...ofA].filter((column) => model.neighbors[b]!.has(column))
      if (separator.length === 0 || separator.length > MAX_SEPARATOR) continue
      const growth = { a, b, separator }
      if (cellsOf(model, columnsOf(growth)) > MAX_CELLS) continue
      if (isSeparated(model, growth)) growths.push(growth)
    }
  })
  return growths
}

const cellsOf = ({ margins }: CliqueModel, columns: number[]): number =>
  columns.reduce((product, column) => product * margins[column]!.length, 1)

function isSeparated({ neighbors }: CliqueModel, { a, b, separator }: Growth): boolean {
  const seen = new Set([a, ...separator])
  const open = [a]
  for (let column = open.pop(); column !== undefined; column = open.pop()) {
    for (const next of neighbors[column]!) {
      if (next === b) return false
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return true
}

/** What the model has for the new clique as long as it is not measured: P(S,a) P(S,b) / P(S). */
export function tableIfIndependent(model: CliqueModel, { a, b, separator }: Growth): Float64Array {
  const withA = tableOf(model, [...separator, a])
  const withB = tableOf(model, [...separator, b])
  const [binsA, binsB] = [model.margins[a]!.length, model.margins[b]!.length]
  const table = new Float64Array((withA.length / binsA) * binsA * binsB)
  for (let state = 0; state < withA.length / binsA; state++) {
    let total = 0
    for (let i = 0; i < binsA; i++) total += withA[state * binsA + i]!
    if (total <= 0) continue
    for (let i = 0; i < binsA; i++) {
      const share = withA[state * binsA + i]! / total
      const start = (state * binsA + i) * binsB
      for (let k = 0; k < binsB; k++) table[start + k] = share * withB[state * binsB + k]!
    }
  }
  return table
}

/**
 * How much a measurement of the growth is worth: the L1 distance between the real table of a and b
 * and the model's, less the L1 norm that noise of `sigma` on the clique's cells would bring to it.
 * One row more or less moves it by at most 1.
 */
export function growthScore(
  model: CliqueModel,
  growth: Growth,
  real: Float64Array,
  sigma: number,
): number {
  const { a, b } = growth
  const counts = tableIfIndependent(model, growth)
  const binCount = (column: number) => model.margins[column]!.length
  const modeled = marginalize({ columns: columnsOf(growth), counts }, [a, b], binCount)
  let distance = 0
  for (let cell = 0; cell < real.length; cell++) distance += Math.abs(real[cell]! - modeled[cell]!)
  return distance - Math.sqrt(2 / Math.PI) * sigma * Math.sqrt(counts.length * real.length)
}

/**
 * The model with the growth's two columns joined, from `noisy` counts of its clique (noise
 * `sigma`). Each slice of the table is drawn toward what independence would have by as much as its
 * noise outweighs its surprise (James and Stein, 1961), then fitted to the tables of the
 * separator with either column, so that cliques go on agreeing.
 */
export function addClique(
  model: CliqueModel,
  growth: Growth,
  noisy: Float64Array,
  sigma: number,
): CliqueModel {
  const { a, b, separator } = growth
  const columns = columnsOf(growth)
  const slice = model.margins[a]!.length * model.margins[b]!.length
  const prior = tableIfIndependent(model, growth)
  const counts = new Float64Array(prior.length)
  for (let start = 0; start < prior.length; start += slice) {
    const end = start + slice
    counts.set(shrink(noisy.subarray(start, end), prior.subarray(start, end), sigma), start)
  }
  fitTo(counts, tableOf(model, [...separator, a]), tableOf(model, [...separator, b]), slice)
  const neighbors = model.neighbors.map((ofColumn) => new Set(ofColumn))
  join(neighbors, a, b)
  const others = model.cliques.filter((clique) => !clique.columns.every((c) => columns.includes(c)))
  return { ...model, neighbors, cliques: [...others, { columns, counts }] }
}

function shrink(noisy: Float64Array, prior: Float64Array, sigma: number): Float64Array {
  let surprise = 0
  for (let cell = 0; cell < prior.length; cell++) surprise += (noisy[cell]! - prior[cell]!) ** 2
  const weight = Math.max(0, 1 - (sigma * sigma * prior.length) / surprise)
  return prior.map((expected, cell) =>
    Math.max(PRIOR_FLOOR * expected, expected + weight * (noisy[cell]! - expected)),
  )
}

/** Iterative proportional fitting of each slice (a by b) to its row of `withA` and of `withB`. */
function fitTo(
  counts: Float64Array,
  withA: Float64Array,
  withB: Float64Array,
  slice: number,
): void {
  const states = counts.length / slice
  const [binsA, binsB] = [withA.length / states, withB.length / states]
  for (let state = 0; state < states; state++) {
    const table = counts.subarray(state * slice, (state + 1) * slice)
    const rows = withA.subarray(state * binsA, (state + 1) * binsA)
    const columns = withB.subarray(state * binsB, (state + 1) * binsB)
    for (let round = 0; round < FITTING_ROUNDS; round++) {
      for (let i = 0; i < binsA; i++) scale(table, i * binsB, 1, binsB, rows[i]!)
      for (let k = 0; k < binsB; k++) scale(table, k, binsB, binsA, columns[k]!)
    }
  }
}

/** Scales `count` cells from `start`, `stride` apart, to sum to `target`. */
function scale(
  table: Float64Array,
  start: number,
  stride: number,
  count: number,
  target: number,
): void {
  const end = start + stride * count
  let sum = 0
  for (let cell = start; cell < end; cell += stride) sum += table[cell]!
  const factor = sum > 0 ? target / sum : 0
  for (let cell = start; cell < end; cell += stride) table[cell]! *= factor
}
