import { round } from './shape.ts'

export type Point = { x: number; y: number }

/**
 * Returns an SVG path through every point that never overshoots them (monotone cubic, Fritsch and Carlson 1980),
 * so a drawn curve shows no peak and no dip that the data does not have. Points are in rising x.
 */
export function monotonePath(points: readonly Point[]) {
  const [first] = points
  if (!first) return ''
  const slopes = tangents(points)
  let path = `M${round(first.x)} ${round(first.y)}`
  for (let i = 1; i < points.length; i += 1) {
    const from = points[i - 1] as Point
    const to = points[i] as Point
    const third = (to.x - from.x) / 3
    const c1 = `${round(from.x + third)} ${round(from.y + third * (slopes[i - 1] ?? 0))}`
    const c2 = `${round(to.x - third)} ${round(to.y - third * (slopes[i] ?? 0))}`
    path += `C${c1} ${c2} ${round(to.x)} ${round(to.y)}`
  }
  return path
}

function tangents(points: readonly Point[]) {
  const secants = points.slice(1).map((to, i) => {
    const from = points[i] as Point
    return to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x)
  })
  return points.map((_, i) => {
    const before = secants[i - 1] ?? secants[i] ?? 0
    const after = secants[i] ?? before
    if (before * after <= 0) return 0
    return (
      Math.sign(before) *
      Math.min(Math.abs(before + after) / 2, 3 * Math.abs(before), 3 * Math.abs(after))
    )
  })
}
