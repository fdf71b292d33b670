/** Text, lines and measures of a printed page: A4, the house font embedded, a run of text per script. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFKit from 'pdfkit'
import { unpackWoff } from './woff.ts'

export type Doc = PDFKit.PDFDocument
type Weight = 400 | 600

// Points, of which 72 make an inch.
export const MARGIN = 56
export const FOOTER = 64
export const GAP = 16

// The design's petrol, brass, rust, inks and lines.
export const colors = {
  ink: '#0f2228',
  muted: '#4d5f64',
  line: '#bbc9cc',
  petrol: '#005264',
  brass: '#d2a043',
  rust: '#a4471f',
}

const require = createRequire(import.meta.url)

/** Each script of the font is a file of its own; a run of text is set in the one that holds its letters. */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext'] as const
const weights = [400, 600] as const
type Script = (typeof scripts)[number]
type FontName = `${Script}-${Weight}`

/** Describes a font as pdfkit has read it, which it takes in place of a file; its types leave that out. */
type ReadFont = { characterSet: number[]; layout: (text: string, features?: object) => Shaped }
type Shaped = { positions: object[] }

let fonts: Map<FontName, ReadFont> | undefined

/** Returns the fonts, read once: reading them takes longer than to set a short document. */
function houseFonts(): Map<FontName, ReadFont> {
  fonts ??= readFonts()
  return fonts
}

function readFonts(): Map<FontName, ReadFont> {
  return new Map(
    scripts.flatMap((script) =>
      weights.map((weight) => {
        const file = `@fontsource/hanken-grotesk/files/hanken-grotesk-${script}-${weight}-normal.woff`
        const doc = new PDFKit({ font: null as unknown as string })
        doc.font(unpackWoff(readFileSync(require.resolve(file))))
        const { font } = (doc as unknown as { _font: { font: ReadFont } })._font
        keepWords(font)
        return [`${script}-${weight}` as const, font]
      }),
    ),
  )
}

const MOST_WORDS = 5000

/** Has a font keep the glyphs of its last words, most of which the next document has, too. */
function keepWords(font: ReadFont): void {
  const shape = font.layout.bind(font)
  const kept = new Map<string, Shaped>()
  font.layout = (text, features) => {
    if (features) return shape(text, features)
    const run = kept.get(text) ?? shape(text)
    if (kept.size >= MOST_WORDS) kept.clear()
    kept.set(text, run)
    // pdfkit scales the positions where they are.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
}

/** Opens a document that knows the house font. It starts without a font, as every text names its own. */
export function openDocument(options: PDFKit.PDFDocumentOptions): Doc {
  const doc = new PDFKit({ ...options, font: null as unknown as string })
  for (const [name, font] of houseFonts()) doc.registerFont(name, font as unknown as Buffer)
  return doc
}

export const lineWidth = (doc: Doc) => doc.page.width - 2 * MARGIN
const pageEnd = (doc: Doc) => doc.page.height - FOOTER - GAP

/** Begins a page if so much does not fit on this one. */
export function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > pageEnd(doc) && height < pageEnd(doc) - MARGIN) doc.addPage()
}

/** Keeps so much of what follows on the same page. */
export function drawHeading(doc: Doc, text: string, below = 30): void {
  keepTogether(doc, 40 + below)
  write(doc, text, { at: [MARGIN, doc.y + 20], weight: 600, size: 13 })
  doc.y += 2
}

export function heightOf(doc: Doc, text: string, width: number): number {
  doc.font('latin-400').fontSize(10)
  return doc.heightOfString(spelled(text), { width, lineGap: 2 })
}

export function horizontalRule(doc: Doc, y = doc.y): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.5)
    .stroke(colors.line)
}

type TextStyle = {
  at: [x: number, y: number]
  width?: number
  align?: 'left' | 'right' | 'center'
  weight?: Weight
  size?: number
  color?: string
  /** The text's top is at `at` unless its baseline is. */
  baseline?: 'alphabetic'
}

/** Leaves `doc.y` below the text. */
export function write(doc: Doc, text: string, style: TextStyle): void {
  const { at, weight = 400, size = 10, color = colors.ink, align, baseline } = style
  const runs = runsOf(spelled(text), weight)
  const width = style.width ?? lineWidth(doc)
  doc.fontSize(size).fillColor(color)
  for (const [index, run] of runs.entries()) {
    doc.font(run.font)
    const options = { width, align, baseline, lineGap: 2, continued: index < runs.length - 1 }
    if (index === 0) doc.text(run.text, at[0], at[1], options)
    else doc.text(run.text, options)
  }
}

/** Returns the width of one line. */
export function widthOf(doc: Doc, text: string, size: number): number {
  return runsOf(spelled(text), 400).reduce(
    (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text),
    0,
  )
}

/** Signs that the font lacks, in words. */
const words: Record<string, string> = { ε: 'epsilon', δ: 'delta', '≤': 'at most', '→': 'to' }
const spelled = (text: string) => text.replace(/[εδ≤→]/g, (sign) => words[sign]!) || ' '

/** Cuts the text where the font file has to change; what no file holds prints as a box. */
function runsOf(text: string, weight: Weight): { font: string; text: string }[] {
  const runs: { font: string; text: string }[] = []
  for (const sign of text) {
    const font = `${scripts.find((script) => hasSign(script, sign)) ?? scripts[0]}-${weight}`
    const last = runs.at(-1)
    if (last && (last.font === font || /\s/.test(sign))) last.text += sign
    else runs.push({ font, text: sign })
  }
  return runs
}

const known = new Map<Script, Set<number>>()

function hasSign(script: Script, sign: string): boolean {
  const point = sign.codePointAt(0)!
  if (point < 128) return script === 'latin'
  let points = known.get(script)
  if (!points) {
    points = new Set(houseFonts().get(`${script}-400`)?.characterSet)
    known.set(script, points)
  }
  return points.has(point)
}
