/** The text of a PDF that `platform/pdf.ts` has made, read back from its pages and fonts. */
import { inflateSync } from 'node:zlib'

type Part = { id: number; body: string; stream: string }

/** One string per line of a page: what stands at one height, in the order of drawing. */
export function pdfText(pdf: Buffer): string[] {
  const parts = readParts(pdf)
  const letters = new Map<string, Map<string, string>>()
  for (const { body } of parts)
    for (const [, name, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g))
      letters.set(name!, lettersOf(parts, Number(id)))
  return parts
    .filter(({ stream }) => /\bTf\b/.test(stream))
    .flatMap((part) => linesOf(part, letters))
}

function readParts(pdf: Buffer): Part[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, whole]) => {
    const [body = '', stream = ''] = whole!.split('\nstream\n')
    const bytes = Buffer.from(stream.replace(/\nendstream$/, ''), 'latin1')
    const readable = body.includes('FlateDecode') && !body.includes('Length1')
    return { id: Number(id), body, stream: readable ? inflateSync(bytes).toString('latin1') : '' }
  })
}

/** From glyph numbers, as the pages write them, to letters: the font's ToUnicode table. */
function lettersOf(parts: Part[], fontId: number): Map<string, string> {
  const font = parts.find(({ id }) => id === fontId)
  const tableId = Number(/\/ToUnicode (\d+) 0 R/.exec(font?.body ?? '')?.[1])
  const table = parts.find(({ id }) => id === tableId)?.stream ?? ''
  const map = new Map<string, string>()
  for (const [, from, , list] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    for (const [index, entry] of [...list!.matchAll(/<([\w ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(from!, 16) + index).toString(16).padStart(4, '0')
      const codes = entry[1]!.replaceAll(' ', '').match(/.{4}/g) ?? []
      map.set(glyph, String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16))))
    }
  return map
}

function linesOf({ stream }: Part, letters: Map<string, Map<string, string>>): string[] {
  const lines = new Map<string, string>()
  let font = ''
  let height = ''
  const steps = /1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g
  for (const [, matrix, chosen, shown = ''] of stream.matchAll(steps)) {
    height = matrix ?? height
    font = chosen ?? font
    const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
    const text = glyphs.map((glyph) => letters.get(font)?.get(glyph) ?? '').join('')
    if (text) lines.set(height, (lines.get(height) ?? '') + text)
  }
  return [...lines.values()]
}
