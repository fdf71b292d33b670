/** Archives and workbooks for tests, made in memory. */
import { crc32, deflateRawSync } from 'node:zlib'

export type Member = {
  name: string
  content: string | Buffer
  isEncrypted?: boolean
  /** A false size in the archive's directory. */
  claimedBytes?: number
}

/** Builds a zip archive with deflated members. */
export function zipOf(members: Member[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, isEncrypted, claimedBytes } of members) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes ?? data.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name)]),
    )
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(members.length, 4)
  end.writeUInt16LE(members.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}

export type Sheet = { name: string; rows: string; state?: 'hidden' }

type WorkbookOptions = { strings?: string; styles?: string; is1904?: boolean }

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/**
 * Builds an XLSX workbook; `rows`, `strings` and `styles` are the XML within sheetData, sst and
 * styleSheet.
 */
export function xlsxOf(sheets: Sheet[], options: WorkbookOptions = {}): Buffer {
  const relationship = (id: number, type: string, target: string) =>
    `<Relationship Id="r${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`
  const listed = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i}"${state ? ` state="${state}"` : ''}/>`,
  )
  const related = [
    ...sheets.map((_, i) => relationship(i, 'worksheet', `worksheets/sheet${i}.xml`)),
    relationship(90, 'sharedStrings', '/xl/sharedStrings.xml'),
    relationship(91, 'styles', 'styles.xml'),
  ]
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships>${relationship(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?><workbook xmlns:r="${RELATIONSHIPS}"><workbookPr date1904="${options.is1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${related.join('')}</Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${options.strings ?? ''}</sst>` },
    { name: 'xl/styles.xml', content: `<styleSheet>${options.styles ?? ''}</styleSheet>` },
    ...sheets.map(({ rows }, i) => ({
      name: `xl/worksheets/sheet${i}.xml`,
      content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ])
}
