import { monotonePath, type Point } from './curve.ts'

export type Histogram = {
  /** n + 1 rising bounds of n bins; dates in milliseconds since 1970. */
  edges: readonly number[]
  /** Share of the rows in each bin, from 0 to 1. */
  original: readonly number[]
  synthetic: readonly number[]
}

type Bin = {
  /** Left and right bound, 0 to 1 across the plot. */
  left: number
  right: number
  /** Heights from 0 to 1 of the tallest bin of both; unequal bins are compared by density. */
  original: number
  synthetic: number
}

export function layOutBins({ edges, original, synthetic }: Histogram): Bin[] {
  const low = edges[0] ?? 0
  const span = (edges.at(-1) ?? 1) - low || 1
  const bins = edges.slice(1).map((edge, i) => {
    const left = ((edges[i] ?? low) - low) / span
    const right = (edge - low) / span
    const width = right - left || 1 / Math.max(1, edges.length - 1)
    return {
      left,
      right,
      original: (original[i] ?? 0) / width,
      synthetic: (synthetic[i] ?? 0) / width,
    }
  })
  const tallest = Math.max(...bins.flatMap((bin) => [bin.original, bin.synthetic])) || 1
  return bins.map((bin) => ({
    ...bin,
    original: bin.original / tallest,
    synthetic: bin.synthetic / tallest,
  }))
}

type Box = { width: number; height: number; padTop: number }

/** `count` vertical brass lines at even distances, each as high as the bins that it stands for. */
export function hatchLines(bins: readonly Bin[], count: number, { width, height, padTop }: Box) {
  return Array.from({ length: count }, (_, i) => ({
    x: ((i + 0.5) / count) * width,
    top: height - meanOriginal(bins, i / count, (i + 1) / count) * (height - padTop),
  }))
}

function meanOriginal(bins: readonly Bin[], from: number, to: number) {
  const shares = bins.map(
    (bin) => bin.original * Math.max(0, Math.min(bin.right, to) - Math.max(bin.left, from)),
  )
  return shares.reduce((sum, share) => sum + share, 0) / (to - from)
}

/** The twin's curve over bin centers, held level to the plot's edges; `area` closes it on the baseline. */
export function twinCurve(bins: readonly Bin[], { width, height, padTop }: Box) {
  const y = (share: number) => height - share * (height - padTop)
  const points: Point[] = bins.map((bin) => ({
    x: ((bin.left + bin.right) / 2) * width,
    y: y(bin.synthetic),
  }))
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return { line: '', area: '' }
  const line = monotonePath([{ x: 0, y: first.y }, ...points, { x: width, y: last.y }])
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` }
}
