import { inflateSync } from 'node:zlib'

const HEADER = { woff: 44, sfnt: 12 } as const
const ENTRY = { woff: 20, sfnt: 16 } as const

/**
 * Unpacks a WOFF 1.0 file (https://www.w3.org/TR/WOFF/) to the OpenType font in it. Saves pdfkit
 * most of its time: it inflates the table of all glyphs again for each glyph.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This font is not a WOFF file.')
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8) // the flavor
  font.writeUInt16BE(count, 4)
  const log2 = Math.floor(Math.log2(count))
  font.writeUInt16BE(16 * 2 ** log2, 6)
  font.writeUInt16BE(log2, 8)
  font.writeUInt16BE(16 * (count - 2 ** log2), 10)
  let end = HEADER.sfnt + ENTRY.sfnt * count
  for (let index = 0; index < count; index++) {
    const entry = HEADER.woff + ENTRY.woff * index
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((at) =>
      woff.readUInt32BE(entry + at),
    ) as [number, number, number, number]
    const stored = woff.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(stored) : stored
    const target = HEADER.sfnt + ENTRY.sfnt * index
    woff.copy(font, target, entry, entry + 4) // the tag
    font.writeUInt32BE(checksum, target + 4)
    font.writeUInt32BE(end, target + 8)
    font.writeUInt32BE(length, target + 12)
    table.copy(font, end)
    end += Math.ceil(length / 4) * 4
  }
  return font
}
