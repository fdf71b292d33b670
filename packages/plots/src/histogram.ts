/** A numeric or date column: the original as a brass hatch, its twin as a petrol curve. */
import { monotonePath } from './curve.ts'
import { type Box, line, type Plot, path, type Role, round, type Shape } from './shape.ts'
import { label, textWidth } from './text.ts'
import { type Tick, tickLabels, type ValueFormat } from './ticks.ts'

export type HistogramData = {
  /** n + 1 rising bounds of n bins; dates in milliseconds since 1970. */
  edges: readonly number[]
  /** Share of the rows in each bin, from 0 to 1. */
  original: readonly number[]
  synthetic: readonly number[]
  format: ValueFormat
}

/** A bin with more than this share of the rows would leave the others too low to see. */
const HEAVY_SHARE = 0.6

/** Returns true where one bin of several holds so many rows that heights are drawn as square roots. Takes rows or shares. */
export function hasHeavyBin(bins: readonly number[]): boolean {
  const all = bins.reduce((sum, bin) => sum + bin, 0)
  return bins.length > 2 && Math.max(...bins) > HEAVY_SHARE * all
}

/** Returns true where either side has a heavy bin. */
export const isHeavyTailed = ({ original, synthetic }: HistogramData): boolean =>
  hasHeavyBin(original) || hasHeavyBin(synthetic)

type Bin = {
  /** Bound the bar from 0 to 1 across the plot. */
  left: number
  right: number
  /**
   * Heights from 0 to 1 of the tallest bin of both; unequal bins are compared by density, and as square roots where one
   * bin holds most rows.
   */
  original: number
  synthetic: number
}

/** Draws hatch, curve, a quarter grid, and as many tick labels as have room. */
export function histogram(data: HistogramData, box: Box): Plot {
  const { width, text } = box
  const base = 8 * text
  const bins = layOutBins(data)
  const y = (share: number) => round(base - share * (base - text / 2))
  const hatch = hatchPath(bins, Math.max(1, Math.round((3.2 * width) / text)), { width, base, y })
  const curve = twinCurve(bins, { width, y })
  const across = (at: number, role: Role) => line([0, at], [width, at], { role, stroke: text / 12 })
  const shapes = [
    ...path(curve && `${curve}L${width} ${base}L0 ${base}Z`, {
      role: 'twin',
      tint: { share: 0.2, over: 'surface' },
    }),
    ...[0.25, 0.5, 0.75].map((share) => across(share * base, 'grid')),
    ...path(hatch, { role: 'original', stroke: (1.6 * text) / 12 }),
    ...path(curve, { role: 'twin', stroke: text / 6 }),
    across(base, 'axis'),
    ...axisLabels(data, box, base + 1.3 * text),
    ...(isHeavyTailed(data) ? [scaleLabel(width, text)] : []),
  ]
  return { width, height: round(base + 1.75 * text), shapes }
}

/** Says that heights are square roots. */
const scaleLabel = (width: number, text: number) =>
  label({
    x: width,
    y: 0.9 * text,
    anchor: 'end',
    text: '√ scale',
    size: (11 * text) / 12,
    room: width,
    role: 'muted',
    hint: 'Heights are square roots of the shares, as one bin holds most rows',
  })

function layOutBins(data: HistogramData): Bin[] {
  const { edges, original, synthetic } = data
  const height = isHeavyTailed(data) ? (share: number) => Math.sqrt(Math.max(0, share)) : identity
  const low = edges[0] ?? 0
  const span = (edges.at(-1) ?? 1) - low || 1
  const count = edges.length - 1
  const isFlat = edges.at(-1) === low
  const bins = edges.slice(1).map((edge, i) => {
    const left = isFlat ? i / count : ((edges[i] ?? low) - low) / span
    const right = isFlat ? (i + 1) / count : (edge - low) / span
    const width = right - left || 1 / count
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
    original: height(bin.original / tallest),
    synthetic: height(bin.synthetic / tallest),
  }))
}

const identity = (share: number) => share

type Scale = { width: number; y: (share: number) => number }

/** Returns `count` upright lines at even distances, each as high as the bins that it stands for. */
function hatchPath(
  bins: readonly Bin[],
  count: number,
  { width, base, y }: Scale & { base: number },
) {
  return Array.from({ length: count }, (_, i) => {
    const share = meanOriginal(bins, i / count, (i + 1) / count)
    return share > 0 ? `M${round(((i + 0.5) / count) * width)} ${base}V${y(share)}` : ''
  }).join('')
}

function meanOriginal(bins: readonly Bin[], from: number, to: number) {
  const shares = bins.map(
    (bin) => bin.original * Math.max(0, Math.min(bin.right, to) - Math.max(bin.left, from)),
  )
  return shares.reduce((sum, share) => sum + share, 0) / (to - from)
}

/** Returns a curve over the bins' centers, held level to the plot's edges. */
function twinCurve(bins: readonly Bin[], { width, y }: Scale): string {
  const points = bins.map((bin) => ({
    x: ((bin.left + bin.right) / 2) * width,
    y: y(bin.synthetic),
  }))
  const first = points[0]
  const last = points.at(-1)
  return first && last
    ? monotonePath([{ x: 0, y: first.y }, ...points, { x: width, y: last.y }])
    : ''
}

function axisLabels({ edges, format }: HistogramData, { width, text }: Box, y: number): Shape[] {
  const counts = format === 'date' ? [3, 2] : [5, 3, 2]
  const candidates = counts.map((count) => tickLabels(edges, format, count))
  const ticks = candidates.find((each) => fits(each, width, text)) ?? candidates.at(-1) ?? []
  return ticks.map(({ at, label: words }) =>
    label({
      x: at * width,
      y,
      anchor: at === 0 ? 'start' : at === 1 ? 'end' : 'middle',
      text: words,
      size: text,
      room: width / Math.max(1, ticks.length - 1),
      role: 'muted',
    }),
  )
}

/** Returns true if there is air between the labels. */
function fits(ticks: readonly Tick[], width: number, size: number): boolean {
  let end = Number.NEGATIVE_INFINITY
  return ticks.every(({ at, label: words }) => {
    const length = textWidth(words, size)
    const start = at * width - length * (at === 0 || at === 1 ? at : 0.5)
    const isFree = start >= end + size / 2
    end = start + length
    return isFree
  })
}
