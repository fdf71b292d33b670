/** A categorical column: a pair of bars for each name, the original hatched in brass, its twin solid petrol. */
import { type OriginalSource, originalLabel } from './original-label.ts'
import { type Box, line, type Plot, path, rect, round, type Shape } from './shape.ts'
import { label, textWidth } from './text.ts'
import { percent } from './ticks.ts'

export type BarsData = {
  labels: readonly string[]
  /** Share of the rows in each category, from 0 to 1. */
  original: readonly number[]
  synthetic: readonly number[]
}

/** Below this many font sizes of width there is no room for figures. */
const FIGURES_FROM = 23

/**
 * Draws a row per name; wide boxes have both shares as figures at the right. `source` says what is
 * drawn of the original, which the hints name.
 */
export function bars(
  { labels, original, synthetic }: BarsData,
  { width, text }: Box,
  source: OriginalSource,
): Plot {
  const px = text / 12
  const pitch = 1.5 * text
  const size = 11 * px
  const figures = labels.map(
    (_, i) => `${percent(original[i] ?? 0)} / ${percent(synthetic[i] ?? 0)}`,
  )
  const figuresRoom = width < FIGURES_FROM * text ? 0 : widest(figures, size) + 12 * px
  const left = Math.min(0.43 * width, widest(labels, text) + 8 * px)
  const longest = Math.max(...original, ...synthetic, 0) || 1
  const length = (share = 0) => (Math.max(0, share) / longest) * (width - left - figuresRoom)
  const shapes = labels.flatMap((name, i): Shape[] => {
    const top = i * pitch
    const hint = `${name}. ${originalLabel(source, 'columns')}: ${percent(original[i] ?? 0)}. Twin: ${percent(synthetic[i] ?? 0)}.`
    const words = { y: top + 1.08 * text, role: 'muted', hint } as const
    const room = left - 8 * px
    return [
      label({ ...words, x: 0, anchor: 'start', text: name, size: text, room }),
      ...hatchedBar([left, top + 3.5 * px], length(original[i]), { px, hint }),
      ...solidBar([left, top + 9.5 * px], length(synthetic[i]), { px, hint }),
      ...(figuresRoom > 0
        ? [
            label({
              ...words,
              x: width,
              anchor: 'end',
              text: figures[i] ?? '',
              size,
              room: figuresRoom,
            }),
          ]
        : []),
    ]
  })
  const height = round(pitch * labels.length)
  const axis = line([left, 0], [left, height], { role: 'axis', stroke: px })
  return { width, height, shapes: labels.length === 0 ? [] : [...shapes, axis] }
}

const widest = (texts: readonly string[], size: number) =>
  Math.max(0, ...texts.map((each) => textWidth(each, size)))

type Start = readonly [x: number, y: number]
type Bar = { px: number; hint: string }

const solidBar = (start: Start, length: number, { px, hint }: Bar): Shape[] =>
  length > 0 ? [rect(start, [length, 5 * px], { role: 'twin', hint })] : []

/** Two pixels of ink, three of air. */
function hatchedBar([x, y]: Start, length: number, { px, hint }: Bar): Shape[] {
  if (length <= 0) return []
  let d = ''
  for (let at = 0; at < length; at += 5 * px) {
    const ink = round(Math.min(2 * px, length - at))
    d += `M${round(x + at)} ${round(y)}h${ink}v${round(5 * px)}h${-ink}Z`
  }
  const ground = { share: 0.45, over: 'surface' } as const
  return [
    rect([x, y], [length, 5 * px], { role: 'original', tint: ground, hint }),
    ...path(d, { role: 'original', hint }),
  ]
}
