/**
 * A ZIP archive (APPNOTE 6.3.10) whose every byte is known before any is read: entries are stored, not compressed, so
 * that a download that broke off can go on where it stopped. ZIP64 where sizes ask for it.
 */
import type { Span } from './blobs.ts'

export type ZipEntry = {
  name: string
  bytes: number
  crc32: number
  modifiedAt: Date
  /** The bytes of `span`, its end included. */
  read: (span: Span) => AsyncIterable<Buffer>
}

export type StoredZip = { bytes: number; read: (span: Span) => AsyncGenerator<Buffer> }

/** Names have to be different; entries of any size. */
export function storedZip(entries: ZipEntry[]): StoredZip {
  const parts: Part[] = []
  let bytes = 0
  const add = (part: Part) => {
    parts.push(part)
    bytes += part.bytes
  }
  const directory: Buffer[] = []
  for (const entry of entries) {
    directory.push(directoryHeader(entry, bytes))
    add(fixed(localHeader(entry)))
    add(entry)
  }
  const start = bytes
  add(fixed(Buffer.concat(directory)))
  add(fixed(directoryEnd(entries.length, start, bytes - start)))
  return { bytes, read: (span) => readParts(parts, span) }
}

type Part = Pick<ZipEntry, 'bytes' | 'read'>

const fixed = (content: Buffer): Part => ({
  bytes: content.length,
  read: async function* ({ start, end }) {
    yield content.subarray(start, end + 1)
  },
})

async function* readParts(parts: Part[], { start, end }: Span): AsyncGenerator<Buffer> {
  let from = 0
  for (const { bytes, read } of parts) {
    const first = Math.max(0, start - from)
    const last = Math.min(bytes - 1, end - from)
    if (first <= last) yield* read({ start: first, end: last })
    from += bytes
  }
}

const MAX_32 = 0xffffffff
const MAX_16 = 0xffff
/** 4.5: ZIP64. */
const VERSION = 45
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name)
  const extra = sizesExtra(entry.bytes > MAX_32 ? [entry.bytes, entry.bytes] : [])
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  writeCommon(head, 4, entry, name, extra)
  return Buffer.concat([head, name, extra])
}

function directoryHeader(entry: ZipEntry, offset: number): Buffer {
  const name = Buffer.from(entry.name)
  const isLong = entry.bytes > MAX_32
  const extra = sizesExtra([
    ...(isLong ? [entry.bytes, entry.bytes] : []),
    ...(offset > MAX_32 ? [offset] : []),
  ])
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(VERSION, 4)
  writeCommon(head, 6, entry, name, extra)
  head.writeUInt32LE(Math.min(offset, MAX_32), 42)
  return Buffer.concat([head, name, extra])
}

/** Writes the fields that both headers share, in the same order. */
function writeCommon(head: Buffer, at: number, entry: ZipEntry, name: Buffer, extra: Buffer): void {
  head.writeUInt16LE(VERSION, at)
  head.writeUInt16LE(FLAGS, at + 2)
  const { time, day } = dosTime(entry.modifiedAt)
  head.writeUInt16LE(time, at + 6)
  head.writeUInt16LE(day, at + 8)
  head.writeUInt32LE(entry.crc32, at + 10)
  head.writeUInt32LE(Math.min(entry.bytes, MAX_32), at + 14)
  head.writeUInt32LE(Math.min(entry.bytes, MAX_32), at + 18)
  head.writeUInt16LE(name.length, at + 22)
  head.writeUInt16LE(extra.length, at + 24)
}

/** The numbers that 32 bits do not hold. */
function sizesExtra(numbers: number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0)
  const extra = Buffer.alloc(4 + 8 * numbers.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  for (const [i, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * i)
  return extra
}

function directoryEnd(count: number, start: number, bytes: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(bytes, MAX_32), 12)
  end.writeUInt32LE(Math.min(start, MAX_32), 16)
  if (count < MAX_16 && start < MAX_32 && bytes < MAX_32) return end
  const long = Buffer.alloc(76)
  long.writeUInt32LE(0x06064b50, 0)
  long.writeBigUInt64LE(44n, 4)
  long.writeUInt16LE(VERSION, 12)
  long.writeUInt16LE(VERSION, 14)
  long.writeBigUInt64LE(BigInt(count), 24)
  long.writeBigUInt64LE(BigInt(count), 32)
  long.writeBigUInt64LE(BigInt(bytes), 40)
  long.writeBigUInt64LE(BigInt(start), 48)
  long.writeUInt32LE(0x07064b50, 56)
  long.writeBigUInt64LE(BigInt(start + bytes), 64)
  long.writeUInt32LE(1, 72)
  return Buffer.concat([long, end])
}

/** Converts a time to DOS format, in UTC, to two seconds, from 1980 on. */
function dosTime(at: Date): { time: number; day: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    day: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}
