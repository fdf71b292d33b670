/** Prints the shapes of a plot on a page. */
import type { Plot, Role, Shape, Text, Tint } from '@semblance/plots'
import { colors, type Doc, widthOf, write } from './pdf-text.ts'

const inks: Record<Role, string> = {
  original: colors.brass,
  twin: colors.petrol,
  negative: colors.rust,
  grid: '#e3e9ea',
  axis: colors.line,
  text: colors.ink,
  muted: colors.muted,
}
const SUNKEN = '#f1f5f6'
const PAPER = '#ffffff'
const LEGIBLE = 0.6

/** Leaves `doc.y` undefined. */
export function drawShapes(doc: Doc, { shapes }: Plot, left: number, top: number): void {
  doc.save().translate(left, top)
  for (const shape of shapes) drawShape(doc, shape)
  doc.restore()
}

function drawShape(doc: Doc, shape: Shape): void {
  if (shape.kind === 'text') {
    drawText(doc, shape)
    return
  }
  if (shape.kind === 'rect') doc.rect(shape.x, shape.y, shape.width, shape.height)
  else if (shape.kind === 'path') doc.path(shape.d)
  else doc.moveTo(shape.x1, shape.y1).lineTo(shape.x2, shape.y2)
  const ink = inkOf(shape.role, shape.tint)
  if (shape.stroke === undefined) doc.fill(ink)
  else doc.lineWidth(shape.stroke).stroke(ink)
}

const starts = { start: 0, middle: 0.5, end: 1 }

/** Labels were cut by estimate; one that is wider than its room all the same is set smaller. */
function drawText(doc: Doc, { x, y, anchor, text, size, room, role }: Text): void {
  const full = widthOf(doc, text, size)
  const scale = Math.min(1, room / full)
  const width = full * scale
  write(doc, text, {
    at: [x - starts[anchor] * width, y],
    width: width + 2,
    size: size * scale,
    color: inks[role],
    baseline: 'alphabetic',
  })
}

function inkOf(role: Role, tint?: Tint): string {
  if (!tint) return inks[role]
  return tint.over === 'surface'
    ? mix(inks[role], PAPER, LEGIBLE * tint.share)
    : mix(inks[role], SUNKEN, tint.share)
}

/** Returns a color between two, as near to the first as `share` says. */
function mix(color: string, background: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [ink, paper] = [color, background].map((each) =>
      Number.parseInt(each.slice(at, at + 2), 16),
    )
    return Math.round(paper! + (ink! - paper!) * share)
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
