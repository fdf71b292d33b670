/** Printed documents in one style: A4, the house font embedded, the same bytes for the same content. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFKit from 'pdfkit'
import { drawMark } from './pdf-mark.ts'

export type PdfBlock =
  | { heading: string }
  | { paragraph: string }
  /** Terms left, values right, hairlines between. */
  | { definitions: readonly { term: string; value: string }[] }
  | { list: readonly string[] }
  | { table: PdfTable }

export type PdfTable = {
  /** Widths are shares of the line. */
  columns: readonly { label: string; width: number; align?: 'left' | 'right' }[]
  rows: readonly (readonly string[])[]
}

export type PdfDocument = {
  /** What kind of paper it is: "Proposal", "Contract". */
  kind: string
  title: string
  /** A line below the title. */
  subtitle?: string
  /** On every page, beside its number. */
  documentId: string
  issuedAt: Date
  blocks: readonly PdfBlock[]
}

type Doc = PDFKit.PDFDocument
type Weight = 400 | 600

// Points, of which 72 make an inch.
const MARGIN = 56
const FOOTER = 64
const TERM_WIDTH = 150
const GAP = 16

// The design's petrol, inks and lines.
const colors = { ink: '#0f2228', muted: '#4d5f64', line: '#bbc9cc', petrol: '#005264' }

const require = createRequire(import.meta.url)

/** Each script of the font is a file of its own; a run of text is set in the one that holds its letters. */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext'] as const
const weights = [400, 600] as const
const fontFiles = scripts.flatMap((script) =>
  weights.map((weight) => ({
    name: `${script}-${weight}`,
    bytes: readFileSync(
      require.resolve(
        `@fontsource/hanken-grotesk/files/hanken-grotesk-${script}-${weight}-normal.woff`,
      ),
    ),
  })),
)

/** `compress: false` leaves the pages readable, for tests. */
export async function makePdf(
  document: PdfDocument,
  { compress = true }: { compress?: boolean } = {},
): Promise<Buffer<ArrayBuffer>> {
  const { title, issuedAt, documentId } = document
  const doc = new PDFKit({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOTER + GAP },
    bufferPages: true,
    compress,
    font: fontFiles[0]!.bytes as unknown as string,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `${title} (${documentId})`,
      Author: 'Semblance',
      Creator: 'Semblance',
      Producer: 'Semblance',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  for (const { name, bytes } of fontFiles) doc.registerFont(name, bytes)
  const chunks: Buffer[] = []
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  drawHead(doc, document)
  for (const block of document.blocks) drawBlock(doc, block)
  drawFooters(doc, document)
  doc.end()
  await finished
  return Buffer.concat(chunks)
}

const lineWidth = (doc: Doc) => doc.page.width - 2 * MARGIN
const pageEnd = (doc: Doc) => doc.page.height - FOOTER - GAP

function drawHead(doc: Doc, { kind, title, subtitle, documentId, issuedAt }: PdfDocument): void {
  drawMark(doc, MARGIN, MARGIN - 4, 26)
  write(doc, 'Semblance', { at: [MARGIN + 34, MARGIN], weight: 600, size: 15 })
  const right = { align: 'right' as const, color: colors.muted, size: 9 }
  write(doc, `${kind} ${documentId}`, { at: [MARGIN, MARGIN - 2], ...right })
  write(doc, dayText(issuedAt), { at: [MARGIN, MARGIN + 11], ...right })
  write(doc, title, { at: [MARGIN, MARGIN + 56], weight: 600, size: 21 })
  if (subtitle) write(doc, subtitle, { at: [MARGIN, doc.y + 3], size: 10.5, color: colors.muted })
  doc.y += 12
  rule(doc)
}

function drawBlock(doc: Doc, block: PdfBlock): void {
  if ('heading' in block) drawHeading(doc, block.heading)
  else if ('paragraph' in block) write(doc, block.paragraph, { at: [MARGIN, doc.y + 8] })
  else if ('definitions' in block) drawDefinitions(doc, block.definitions)
  else if ('list' in block) drawList(doc, block.list)
  else drawTable(doc, block.table)
}

function drawHeading(doc: Doc, text: string): void {
  keepTogether(doc, 70) // not alone at the foot of a page
  write(doc, text, { at: [MARGIN, doc.y + 20], weight: 600, size: 13 })
  doc.y += 2
}

function drawDefinitions(doc: Doc, rows: readonly { term: string; value: string }[]): void {
  drawRows(
    doc,
    rows.map(({ term, value }) => [
      { text: term, left: 0, width: TERM_WIDTH, color: colors.muted },
      { text: value, left: TERM_WIDTH + GAP, width: lineWidth(doc) - TERM_WIDTH - GAP },
    ]),
  )
}

function drawList(doc: Doc, items: readonly string[]): void {
  doc.y += 4
  for (const item of items) {
    const width = lineWidth(doc) - 14
    keepTogether(doc, heightOf(doc, item, width) + 4)
    const top = doc.y + 4
    doc.circle(MARGIN + 3, top + 7, 1.8).fill(colors.petrol)
    write(doc, item, { at: [MARGIN + 14, top], width })
  }
}

function drawTable(doc: Doc, { columns, rows }: PdfTable): void {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  const unit = (lineWidth(doc) - GAP * (columns.length - 1)) / shares
  const cells = (texts: readonly string[], style: Partial<Cell>) => {
    let left = 0
    return columns.map(({ width, align }, index) => {
      const cell: Cell = { text: texts[index] ?? '', left, width: width * unit, align, ...style }
      left += width * unit + GAP
      return cell
    })
  }
  drawRows(doc, [
    cells(
      columns.map(({ label }) => label),
      { color: colors.muted, size: 9 },
    ),
    ...rows.map((row) => cells(row, {})),
  ])
}

type Cell = {
  text: string
  left: number
  width: number
  align?: 'left' | 'right'
  color?: string
  size?: number
}

/** A row moves to the next page as a whole. */
function drawRows(doc: Doc, rows: readonly (readonly Cell[])[]): void {
  doc.y += 6
  for (const cells of rows) {
    const height = Math.max(...cells.map(({ text, width }) => heightOf(doc, text, width)))
    keepTogether(doc, height + 10)
    const top = doc.y + 5
    let bottom = top
    for (const { text, left, ...style } of cells) {
      write(doc, text, { at: [MARGIN + left, top], ...style })
      // A value longer than a page has moved on to the next one by itself.
      bottom = doc.y < top ? doc.y : Math.max(bottom, doc.y)
    }
    doc.y = bottom + 5
    rule(doc)
  }
}

function drawFooters(doc: Doc, { kind, documentId }: PdfDocument): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index)
    doc.page.margins.bottom = 0 // or the footer would begin a page of its own
    const style = { size: 8.5, color: colors.muted }
    const top = doc.page.height - FOOTER
    rule(doc, top)
    write(doc, `Semblance ${kind.toLowerCase()} ${documentId}`, {
      at: [MARGIN, top + 10],
      ...style,
    })
    write(doc, `Page ${index + 1} of ${count}`, {
      at: [MARGIN, top + 10],
      align: 'right',
      ...style,
    })
  }
}

function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > pageEnd(doc) && height < pageEnd(doc) - MARGIN) doc.addPage()
}

function heightOf(doc: Doc, text: string, width: number): number {
  doc.font('latin-400').fontSize(10)
  return doc.heightOfString(spelled(text), { width, lineGap: 2 })
}

function rule(doc: Doc, y = doc.y): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.5)
    .stroke(colors.line)
}

type TextStyle = {
  at: [x: number, y: number]
  width?: number
  align?: 'left' | 'right'
  weight?: Weight
  size?: number
  color?: string
}

/** Leaves `doc.y` below the text. */
function write(doc: Doc, text: string, style: TextStyle): void {
  const { at, weight = 400, size = 10, color = colors.ink, align } = style
  const runs = runsOf(doc, spelled(text), weight)
  const width = style.width ?? lineWidth(doc)
  doc.fontSize(size).fillColor(color)
  for (const [index, run] of runs.entries()) {
    doc.font(run.font)
    const options = { width, align, lineGap: 2, continued: index < runs.length - 1 }
    if (index === 0) doc.text(run.text, at[0], at[1], options)
    else doc.text(run.text, options)
  }
}

/** Signs that the font lacks, in words. */
const words: Record<string, string> = { ε: 'epsilon', '≤': 'at most', '→': 'to' }
const spelled = (text: string) => text.replace(/[ε≤→]/g, (sign) => words[sign]!) || ' '

/** Cuts the text where the font file has to change; what no file holds prints as a box. */
function runsOf(doc: Doc, text: string, weight: Weight): { font: string; text: string }[] {
  const runs: { font: string; text: string }[] = []
  for (const sign of text) {
    const font = `${scripts.find((script) => hasSign(doc, script, sign)) ?? scripts[0]}-${weight}`
    const last = runs.at(-1)
    if (last && (last.font === font || /\s/.test(sign))) last.text += sign
    else runs.push({ font, text: sign })
  }
  return runs
}

type Script = (typeof scripts)[number]
const known = new Map<Script, Set<number>>()

function hasSign(doc: Doc, script: Script, sign: string): boolean {
  const point = sign.codePointAt(0)!
  if (point < 128) return script === 'latin'
  let points = known.get(script)
  if (!points) {
    doc.font(`${script}-400`)
    points = new Set((doc as unknown as EmbeddedFontHolder)._font.font.characterSet)
    known.set(script, points)
  }
  return points.has(point)
}

/** The part of pdfkit's current font that says which letters it has; its types leave it out. */
type EmbeddedFontHolder = { _font: { font: { characterSet: number[] } } }

const dayText = (date: Date) =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date)
