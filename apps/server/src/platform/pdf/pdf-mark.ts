/** The logo's mark as lines of a page: one coin cut by an S, the ruled half original, the solid half its twin. */

const PETROL = '#005264'
const BRASS = '#d2a043'

// The web's mark: a box of 32, a coin of radius 14 around (16, 16).
const cut = (y: number) => 16 - 6 * Math.sin((2 * Math.PI * (y - 2)) / 28)
const rim = (y: number) => Math.sqrt(Math.max(0, 196 - (y - 16) ** 2))
const heights = Array.from({ length: 57 }, (_, index) => 2 + index * 0.5)
const twin = [
  ...heights.map((y) => [Math.min(cut(y) + 0.75, 16 + rim(y)), y] as const),
  ...heights.map((y) => [16 + rim(y), y] as const).reverse(),
]
const BARS = 6
const BAR_WIDTH = 2.5

export function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  for (const [index, [px, py]] of twin.entries()) {
    if (index === 0) doc.moveTo(px, py)
    else doc.lineTo(px, py)
  }
  doc.closePath().fill(PETROL)
  doc.lineWidth(BAR_WIDTH)
  for (let bar = 0; bar < BARS; bar++) {
    const at = 2 + (28 / BARS) * (bar + 0.5)
    const left = 16 - rim(Math.abs(at - 16) + BAR_WIDTH * 0.35 + 16)
    const right = cut(at) - 0.75
    if (right - left > 0.6) doc.moveTo(left, at).lineTo(right, at).stroke(BRASS)
  }
  doc.restore()
}
