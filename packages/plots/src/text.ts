/** Estimates of text width: plots are laid out without a font at hand. */
import { round, type Text } from './shape.ts'

/** Advance widths of Hanken Grotesk in parts of the font size, rounded up. */
const widths: readonly (readonly [number, string])[] = [
  [0.28, " !,.:;I[]ijl{|}'()`"],
  [0.39, '"-–ft*/_r'],
  [0.48, '\\sz'],
  [0.53, '?Lcgvxy'],
  [0.71, 'AKUVX#&CDHN'],
  [0.78, '%GOQw…'],
  [0.95, '@MmW'],
]
const AVERAGE = 0.6
/** East Asian scripts and pictures. */
const WIDE = /[\u1100-\u11ff\u2600-\u27bf\u2e80-\uffff\u{10000}-\u{10ffff}]/u
const MONO = 0.61

const widthOfSign = new Map(
  widths.flatMap(([width, signs]) => [...signs].map((sign) => [sign, width])),
)

/** Returns the text's width at a font size, rather too wide than too narrow. */
export function textWidth(text: string, size: number, isName = false): number {
  let ems = 0
  for (const sign of text) {
    const narrow = isName ? MONO : (widthOfSign.get(sign) ?? AVERAGE)
    ems += WIDE.test(sign) ? 1 : narrow
  }
  return ems * size
}

/** Returns the text, or its beginning and "…" if it is wider than `room`. */
export function cutText(text: string, room: number, size: number, isName = false): string {
  if (textWidth(text, size, isName) <= room) return text
  const signs = [...text]
  let kept = signs.length - 1
  const cut = () => `${signs.slice(0, kept).join('').trimEnd()}…`
  while (kept > 1 && textWidth(cut(), size, isName) > room) kept -= 1
  return cut()
}

type Label = Omit<Text, 'kind'>

/** Returns a label cut to its room; a cut one shows the whole when pointed at, unless it has a hint. */
export function label({ x, y, text, room, size, hint, ...style }: Label): Text {
  const shown = cutText(text, room, size, style.isName)
  const shownHint = hint ?? (shown === text ? undefined : text)
  return {
    kind: 'text',
    x: round(x),
    y: round(y),
    text: shown,
    size,
    room: round(room),
    ...style,
    ...(shownHint !== undefined && { hint: shownHint }),
  }
}
