/** Printed documents in one style: A4, the house font embedded, the same bytes for the same content. */
import { drawMark } from './pdf-mark.ts'
import { drawPlots, type PdfPlots } from './pdf-plots.ts'
import {
  colors,
  type Doc,
  drawHeading,
  FOOTER,
  GAP,
  heightOf,
  horizontalRule,
  keepTogether,
  lineWidth,
  MARGIN,
  openDocument,
  write,
} from './pdf-text.ts'

export type { PdfPlot, PdfPlots } from './pdf-plots.ts'

export type PdfBlock =
  | { heading: string }
  | { paragraph: string }
  /** Terms left, values right, hairlines between. */
  | { definitions: readonly { term: string; value: string }[] }
  | { list: readonly string[] }
  | { table: PdfTable }
  | { plots: PdfPlots }

export type PdfTable = {
  /** Widths are shares of the line. */
  columns: readonly { label: string; width: number; align?: 'left' | 'right' }[]
  rows: readonly (readonly string[])[]
}

export type PdfDocument = {
  /** Names the kind of document: "Proposal", "Contract". */
  kind: string
  title: string
  /** A line below the title. */
  subtitle?: string
  /** Identifies the document on every page, next to the page number. */
  documentId: string
  issuedAt: Date
  blocks: readonly PdfBlock[]
}

const TERM_WIDTH = 150

/** `compress: false` leaves the pages readable, for tests. */
export async function makePdf(
  document: PdfDocument,
  { compress = true }: { compress?: boolean } = {},
): Promise<Buffer<ArrayBuffer>> {
  const { title, issuedAt, documentId } = document
  const doc = openDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOTER + GAP },
    bufferPages: true,
    compress,
    lang: 'en-US',
    displayTitle: true,
    info: {
      // A seal is placed by names such as /ByteRange: no title may hold one.
      Title: `${title} (${documentId})`.replaceAll('/', '\u2215'),
      Author: 'Semblance',
      Creator: 'Semblance',
      Producer: 'Semblance',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
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

function drawHead(doc: Doc, { kind, title, subtitle, documentId, issuedAt }: PdfDocument): void {
  drawMark(doc, MARGIN, MARGIN - 4, 26)
  write(doc, 'Semblance', { at: [MARGIN + 34, MARGIN], weight: 600, size: 15 })
  const right = { align: 'right' as const, color: colors.muted, size: 9 }
  write(doc, `${kind} ${documentId}`, { at: [MARGIN, MARGIN - 2], ...right })
  write(doc, dayText(issuedAt), { at: [MARGIN, MARGIN + 11], ...right })
  write(doc, title, { at: [MARGIN, MARGIN + 56], weight: 600, size: 21 })
  if (subtitle) write(doc, subtitle, { at: [MARGIN, doc.y + 3], size: 10.5, color: colors.muted })
  doc.y += 12
  horizontalRule(doc)
}

function drawBlock(doc: Doc, block: PdfBlock): void {
  if ('heading' in block) drawHeading(doc, block.heading)
  else if ('paragraph' in block) write(doc, block.paragraph, { at: [MARGIN, doc.y + 8] })
  else if ('definitions' in block) drawDefinitions(doc, block.definitions)
  else if ('list' in block) drawList(doc, block.list)
  else if ('table' in block) drawTable(doc, block.table)
  else drawPlots(doc, block.plots)
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
    horizontalRule(doc)
  }
}

function drawFooters(doc: Doc, { kind, documentId }: PdfDocument): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index)
    doc.page.margins.bottom = 0 // or the footer would begin a page of its own
    const style = { size: 8.5, color: colors.muted }
    const top = doc.page.height - FOOTER
    horizontalRule(doc, top)
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

const days = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayText = (date: Date) => days.format(date)
