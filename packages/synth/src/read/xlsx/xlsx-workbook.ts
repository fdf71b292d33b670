import path from 'node:path'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { StringStore } from '../json/string-store.ts'
import { readEntry, type ZipArchive } from '../zip-archive.ts'
import { type NumberKind, numberKindOf } from './excel-values.ts'
import { parseXml, type XmlHandlers } from './parse-xml.ts'

/** Describes a workbook, without its cells. */
export type Workbook = {
  /** Visible worksheets; `part` is the name of the file in the archive. */
  sheets: { name: string; part: string }[]
  is1904: boolean
  strings: StringStore
  /** Holds the kind by the style number of a cell. */
  numberKinds: NumberKind[]
}

type Relationship = { id: string; type: string; part: string }

/** Throws SynthesisError for a document that is no workbook, or of another format. */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const root = await readRelationships(archive, '')
  const main = root.find(({ type }) => type.endsWith('/officeDocument'))?.part ?? ''
  if (!/\.xml$/i.test(main) || /^(word|ppt|visio)\//.test(main)) throw refuseDocument()
  const relationships = await readRelationships(archive, main)
  const partOf = (kind: string) => relationships.find(({ type }) => type.endsWith(`/${kind}`))?.part
  const { is1904, listed } = await readSheetList(archive, main)
  const sheets = listed.flatMap(({ id, name }) => {
    const sheet = relationships.find((relationship) => relationship.id === id)
    return sheet?.type.endsWith('/worksheet') ? [{ name, part: sheet.part }] : []
  })
  const strings = await readStrings(archive, partOf('sharedStrings'))
  return { sheets, is1904, strings, numberKinds: await readStyles(archive, partOf('styles')) }
}

/** Parses a part of the archive; one that is not there has nothing to say. */
export async function parsePart(
  archive: ZipArchive,
  part: string | undefined,
  handlers: XmlHandlers,
  afterChunk?: () => Promise<void>,
): Promise<void> {
  const wanted = part?.toLowerCase()
  const entry = [...archive.entries].find(([name]) => name.toLowerCase() === wanted)?.[1]
  if (entry) await parseXml(readEntry(archive, entry), handlers, afterChunk)
}

async function readRelationships(archive: ZipArchive, part: string): Promise<Relationship[]> {
  const { dir, base } = path.posix.parse(part)
  const relationships: Relationship[] = []
  await parsePart(archive, path.posix.join(dir, '_rels', `${base}.rels`), {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : path.posix.join(dir, Target)
      relationships.push({ id: Id, type: Type, part: target })
    },
  })
  return relationships
}

async function readSheetList(archive: ZipArchive, part: string) {
  let is1904 = false
  const listed: { id: string; name: string }[] = []
  await parsePart(archive, part, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      listed.push({ id: id ?? '', name: attributes.name ?? '' })
    },
  })
  return { is1904, listed }
}

async function readStrings(archive: ZipArchive, part: string | undefined): Promise<StringStore> {
  const strings = new StringStore()
  let text = ''
  let isText = false
  let isPhonetic = false
  await parsePart(archive, part, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text(part) {
      if (isText) text += part
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') strings.add(text)
    },
  })
  return strings
}

async function readStyles(archive: ZipArchive, part: string | undefined): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const kinds: NumberKind[] = []
  let isCellFormat = false
  await parsePart(archive, part, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      if (name === 'cellXfs') isCellFormat = true
      if (name !== 'xf' || !isCellFormat) return
      kinds.push(numberKindOf(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close(name) {
      if (name === 'cellXfs') isCellFormat = false
    },
  })
  return kinds
}

function refuseDocument(): SynthesisError {
  return new SynthesisError(
    'not_a_table',
    'The file is an office document, but no workbook that can be read. Please save its table as XLSX or CSV.',
  )
}
