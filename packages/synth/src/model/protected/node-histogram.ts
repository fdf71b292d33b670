import type { BinMatrix, MatrixColumn } from './bin-matrix.ts'

/**
 * Holds the rows of a tree's node by the bins of each feature. Feature f's bin b has the slot
 * `offsets[f] + b`, with `rows[slot]` rows. `targets` has `layout.perSlot` figures per slot about
 * the target: the rows of each of its bins, or for an ordered target the sum of its bin numbers,
 * whose squares sum to `squares` in the node.
 */
export type NodeHistogram = {
  rowCount: number
  rows: Int32Array
  targets: Int32Array
  squares: number
}

export type HistogramLayout = {
  target: MatrixColumn
  features: MatrixColumn[]
  offsets: Int32Array
  perSlot: number
}

export function histogramLayout(target: MatrixColumn, features: MatrixColumn[]): HistogramLayout {
  const offsets = new Int32Array(features.length + 1)
  features.forEach(({ binCount }, f) => {
    offsets[f + 1] = offsets[f]! + binCount
  })
  return { target, features, offsets, perSlot: target.ordered ? 1 : target.binCount }
}

/** Counts histograms of nodes of one tree, into memory of those that were released. */
export function openHistograms(matrix: BinMatrix, layout: HistogramLayout) {
  const released: NodeHistogram[] = []
  const slots = layout.offsets.at(-1)!
  const take = (): NodeHistogram => {
    const reused = released.pop()
    if (!reused) {
      const targets = new Int32Array(slots * layout.perSlot)
      return { rowCount: 0, rows: new Int32Array(slots), targets, squares: 0 }
    }
    reused.rows.fill(0)
    reused.targets.fill(0)
    reused.squares = 0
    return reused
  }
  return {
    release: (histogram: NodeHistogram) => void released.push(histogram),

    count(rows: Int32Array, start: number, end: number): NodeHistogram {
      const histogram = take()
      histogram.rowCount = end - start
      countRows(matrix, layout, rows.subarray(start, end), histogram)
      return histogram
    },

    /** Subtracts `part` from `whole`, in the memory of `whole`. */
    subtract(whole: NodeHistogram, part: NodeHistogram): NodeHistogram {
      whole.rowCount -= part.rowCount
      whole.squares -= part.squares
      for (let i = 0; i < part.rows.length; i++) whole.rows[i]! -= part.rows[i]!
      for (let i = 0; i < part.targets.length; i++) whole.targets[i]! -= part.targets[i]!
      return whole
    },
  }
}

function countRows(
  { bins, width }: BinMatrix,
  { target, features, offsets, perSlot }: HistogramLayout,
  members: Int32Array,
  histogram: NodeHistogram,
): void {
  const { rows, targets } = histogram
  const columns = Int32Array.from(features, ({ column }) => column)
  for (let i = 0; i < members.length; i++) {
    const row = members[i]! * width
    const y = bins[row + target.column]!
    histogram.squares += y * y
    for (let f = 0; f < columns.length; f++) {
      const slot = offsets[f]! + bins[row + columns[f]!]!
      rows[slot]!++
      if (perSlot === 1) targets[slot]! += y
      else targets[slot * perSlot + y]!++
    }
  }
}
