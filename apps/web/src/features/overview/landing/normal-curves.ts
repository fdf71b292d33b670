// Decorative shapes: everything on this page is an illustration, never real data.

/**
 * Describes a component of a mixture: middle and spread from 0 to 1 across the picture; `skew`
 * stretches the right side.
 */
export type Bell = { middle: number; spread: number; weight: number; skew?: number }

export const heroBells: readonly Bell[] = [
  { middle: 0.1, spread: 0.05, weight: 0.36 },
  { middle: 0.24, spread: 0.045, weight: 0.82 },
  { middle: 0.36, spread: 0.06, weight: 0.5 },
  { middle: 0.55, spread: 0.05, weight: 0.66 },
  { middle: 0.66, spread: 0.055, weight: 1 },
  { middle: 0.83, spread: 0.06, weight: 0.46 },
]
export const basketBells: readonly Bell[] = [
  { middle: 0.18, spread: 0.07, weight: 1, skew: 2.6 },
  { middle: 0.62, spread: 0.09, weight: 0.34 },
]
export const visitBells: readonly Bell[] = [
  { middle: 0.34, spread: 0.08, weight: 0.8 },
  { middle: 0.68, spread: 0.09, weight: 1 },
]

function density(bells: readonly Bell[], x: number) {
  return bells.reduce((sum, { middle, spread, weight, skew = 1 }) => {
    const z = (x - middle) / (x > middle ? spread * skew : spread)
    return sum + weight * Math.exp(-0.5 * z * z)
  }, 0)
}

const tallest = (bells: readonly Bell[]) =>
  Math.max(...Array.from({ length: 200 }, (_, i) => density(bells, i / 199)))

/**
 * Returns a generator with the same numbers on every visit, so that the drawing does not change.
 */
export function steadyRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

export type Box = { width: number; height: number; padTop: number }

/** Returns the lines of an original, slightly uneven like counted data. */
export function hatch(bells: readonly Bell[], count: number, noise: number, box: Box) {
  const random = steadyRandom(count)
  const top = tallest(bells)
  return Array.from({ length: count }, (_, i) => {
    const x = (i + 0.5) / count
    const share = (density(bells, x) / top) * (1 + (random() - 0.5) * noise * 2)
    const y = box.height - share * (box.height - box.padTop)
    return { x: Number((x * box.width).toFixed(1)), y: Number(y.toFixed(1)) }
  })
}

/** Joins the lines of `hatch` to one path. */
export const strokes = (lines: readonly { x: number; y: number }[], { height }: Box) =>
  lines.map(({ x, y }) => `M${x} ${height}V${y}`).join('')

/** Returns the twin's outline, and the area under it. */
export function outline(bells: readonly Bell[], box: Box) {
  const top = tallest(bells)
  const line = Array.from({ length: 161 }, (_, i) => {
    const y = box.height - (density(bells, i / 160) / top) * (box.height - box.padTop)
    return `${i > 0 ? 'L' : 'M'}${((i / 160) * box.width).toFixed(1)} ${y.toFixed(1)}`
  }).join('')
  return { line, area: `${line}L${box.width} ${box.height}L0 ${box.height}Z` }
}
