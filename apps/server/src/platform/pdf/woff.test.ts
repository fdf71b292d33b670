import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)
const woff = readFileSync(
  require.resolve('@fontsource/hanken-grotesk/files/hanken-grotesk-latin-400-normal.woff'),
)

/** Sums a table's 32-bit words, as OpenType's checksums do; that of `head` leaves its adjustment out. */
function checksum(tag: string, table: Buffer): number {
  const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4)
  table.copy(padded)
  if (tag === 'head') padded.writeUInt32BE(0, 8)
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}

it('every table of an unpacked font has the checksum that its maker gave it', () => {
  const font = unpackWoff(woff)
  const count = font.readUInt16BE(4)
  expect(count).toBeGreaterThan(9)
  for (let index = 0; index < count; index++) {
    const entry = 12 + 16 * index
    const tag = font.toString('latin1', entry, entry + 4)
    const start = font.readUInt32BE(entry + 8)
    const table = font.subarray(start, start + font.readUInt32BE(entry + 12))
    expect(checksum(tag, table), tag).toBe(font.readUInt32BE(entry + 4))
  }
})

it('another kind of font is refused', () => {
  expect(() => unpackWoff(Buffer.from('wOF2'))).toThrow('not a WOFF')
})
