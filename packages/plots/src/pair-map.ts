/** Draws how the values of two columns occur together: a map of the original in brass and one of its twin in petrol, right of it. */
import { type OriginalSource, originalLabel } from './original-label.ts'
import { type Box, type Plot, type Role, rect, round, type Shape } from './shape.ts'
import { label, textWidth } from './text.ts'
import { percent } from './ticks.ts'

type Shares = readonly (readonly number[])[]

export type PairMapData = {
  /** Lists labels from left to right. */
  x: { labels: readonly string[] }
  /** Lists labels from top to bottom. */
  y: { labels: readonly string[] }
  /** Share of the rows in each place, a list per label of `y`. */
  original: Shares
  synthetic: Shares
}

export type PairInWords = {
  x: { column: string }
  y: { column: string }
  inWords: { original: string; synthetic: string }
}

/** Returns what a pair's map shows, in two sentences; `original` names that side. */
export const pairLabel = ({ x, y, inWords }: PairInWords, original: string) =>
  `${y.column} and ${x.column}. ${original}: ${inWords.original}. Synthetic twin: ${inWords.synthetic}.`

/**
 * Draws two maps of equal size, both as strong as the most frequent place of either. `source` says
 * what is drawn of the original, which the hints name.
 */
export function pairMap(
  { x, y, original, synthetic }: PairMapData,
  { width, text }: Box,
  source: OriginalSource,
): Plot {
  if (x.labels.length === 0 || y.labels.length === 0) return { width, height: 0, shapes: [] }
  const gap = (10 * text) / 12
  const room = Math.min(0.3 * width, Math.max(...y.labels.map((name) => textWidth(name, text))))
  const side = (width - room - 2 * gap) / 2
  const pitch = Math.max(1.42 * text, (8 * text) / y.labels.length)
  const bottom = pitch * y.labels.length
  const names = y.labels.map((name, i) => {
    const middle = (i + 0.5) * pitch + 0.35 * text
    return label({ x: room, y: middle, anchor: 'end', text: name, size: text, room, role: 'muted' })
  })
  const most = Math.max(...original.flat(), ...synthetic.flat(), 0) || 1
  const cells = {
    x: x.labels,
    y: y.labels,
    most,
    cell: [side / x.labels.length, pitch],
    text,
  } as const
  const [first, second] = [room + gap, room + side + 2 * gap]
  const below = { width: side, text, y: bottom }
  const shapes = [
    ...names,
    ...map(original, {
      ...cells,
      left: first,
      role: 'original',
      of: originalLabel(source, 'pairs'),
    }),
    ...map(synthetic, { ...cells, left: second, role: 'twin', of: 'Synthetic twin' }),
    ...ends(x.labels, { ...below, left: first }),
    ...ends(x.labels, { ...below, left: second }),
  ]
  const lines = fitOneLine(x.labels, side, text) ? 1 : 2
  return { width, height: round(bottom + (0.35 + 1.4 * lines) * text), shapes }
}

type Cells = {
  x: readonly string[]
  y: readonly string[]
  most: number
  cell: readonly [width: number, height: number]
  text: number
  left: number
  role: Role
  of: string
}

function map(shares: Shares, { x, y, most, cell: [width, height], text, left, role, of }: Cells) {
  const air = text / 12
  return y.flatMap((down, i) =>
    x.map((across, k) => {
      const share = Math.max(0, shares[i]?.[k] ?? 0)
      return rect([left + k * width, i * height], [width - air, height - air], {
        role,
        tint: { share: share / most, over: 'sunken' },
        hint: `${down}, ${across}. ${of}: ${percent(share)}.`,
      })
    }),
  )
}

type Below = { left: number; width: number; text: number; y: number }

/** Returns the first and the last label, below a map; the last one lower where both do not fit on a line. */
function ends(labels: readonly string[], { left, width, text, y }: Below): Shape[] {
  const common = { room: width, size: text, role: 'muted' } as const
  const top = y + 1.3 * text
  const below = fitOneLine(labels, width, text) ? top : top + 1.4 * text
  const first = label({ ...common, x: left, y: top, anchor: 'start', text: labels[0] ?? '' })
  if (labels.length === 1) return [first]
  return [
    first,
    label({ ...common, x: left + width, y: below, anchor: 'end', text: labels.at(-1) ?? '' }),
  ]
}

function fitOneLine(labels: readonly string[], width: number, text: number): boolean {
  const [first, last] = [labels[0], labels.at(-1)]
  if (first === undefined || last === undefined || labels.length < 2) return true
  return textWidth(first, text) + textWidth(last, text) + text / 2 <= width
}
