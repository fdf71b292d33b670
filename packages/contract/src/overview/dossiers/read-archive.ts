/**
 * Reads an archive of stored files exactly as the platform writes it, and refuses every other one: nothing
 * is decompressed, so that no file is larger than its archive, and names cannot lead out of a folder.
 */
import { MAX_DOSSIER_BYTES } from './dossier.ts'

export const archiveFaults = [
  'too_large',
  'no_archive',
  'truncated',
  'compressed',
  'unsafe_name',
  'repeated_name',
  'inconsistent',
] as const
export type ArchiveFault = (typeof archiveFaults)[number]

export type Archive = { files: Map<string, Uint8Array<ArrayBuffer>> }

const LOCAL = 0x04034b50
const DIRECTORY = 0x02014b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const DIRECTORY_BYTES = 46
const END_BYTES = 22

/** Version 4.5, names in UTF-8, stored, January 1, 1980: what both headers of each file begin with. */
const SHARED = [45, 0, 0, 8, 0, 0, 0, 0, 33, 0]
const VERSION_MADE_BY = [45, 0]
const STORED_AT = 4

const MAX_NAME = 200
const SAFE_NAME = /^[A-Za-z\d][\w.-]*(?:\/[A-Za-z\d][\w.-]*){0,3}$/

/** Returns the files by their names, or the first fault with its place in bytes. */
export function readArchive(
  bytes: Uint8Array<ArrayBuffer>,
): Archive | { fault: ArchiveFault; at: number } {
  if (bytes.length > MAX_DOSSIER_BYTES) return { fault: 'too_large', at: 0 }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < END_BYTES || ![LOCAL, END].includes(view.getUint32(0, true)))
    return { fault: 'no_archive', at: 0 }
  const end = bytes.length - END_BYTES
  if (view.getUint32(end, true) !== END) return { fault: 'truncated', at: bytes.length }
  return readFiles({ bytes, view, end })
}

type Source = { bytes: Uint8Array<ArrayBuffer>; view: DataView; end: number }

function readFiles({ bytes, view, end }: Source): ReturnType<typeof readArchive> {
  const count = view.getUint16(end + 8, true)
  const start = view.getUint32(end + 16, true)
  const isEnd =
    view.getUint32(end + 4, true) === 0 &&
    view.getUint16(end + 10, true) === count &&
    view.getUint32(end + 12, true) === end - start &&
    view.getUint16(end + 20, true) === 0
  if (!isEnd) return { fault: 'inconsistent', at: end }
  const files: Archive['files'] = new Map()
  let [at, offset] = [start, 0]
  for (let file = 0; file < count; file++) {
    if (at + DIRECTORY_BYTES > end) return { fault: 'inconsistent', at }
    const read = readFile({ bytes, view, end: start }, at, offset)
    if ('fault' in read) return read
    if (files.has(read.name)) return { fault: 'repeated_name', at }
    files.set(read.name, read.content)
    at += DIRECTORY_BYTES + read.name.length
    offset = read.next
  }
  return at === end && offset === start ? { files } : { fault: 'inconsistent', at }
}

type ReadFile =
  | { name: string; content: Uint8Array<ArrayBuffer>; next: number }
  | { fault: ArchiveFault; at: number }

/** Reads the file whose entry in the directory is at `at`, and whose header must be at `offset`. */
function readFile({ bytes, view, end }: Source, at: number, offset: number): ReadFile {
  if (view.getUint32(at, true) !== DIRECTORY) return { fault: 'inconsistent', at }
  if (view.getUint16(at + 10, true) !== 0) return { fault: 'compressed', at }
  const size = view.getUint32(at + 20, true)
  const nameBytes = view.getUint16(at + 28, true)
  const nameAt = offset + LOCAL_BYTES
  const contentAt = nameAt + nameBytes
  const next = contentAt + size
  if (next > end) return { fault: 'truncated', at }
  const name = String.fromCharCode(...bytes.subarray(nameAt, nameAt + Math.min(nameBytes, 1000)))
  if (nameBytes > MAX_NAME || !SAFE_NAME.test(name)) return { fault: 'unsafe_name', at }
  const content = bytes.slice(contentAt, next)
  const fits =
    hasBytes(bytes, at + STORED_AT, VERSION_MADE_BY) &&
    hasBytes(bytes, at + 6, SHARED) &&
    isSame(bytes, at + 6, offset + 4, 26) &&
    view.getUint32(offset, true) === LOCAL &&
    view.getUint32(at + 16, true) === crc32(content) &&
    view.getUint32(at + 24, true) === size &&
    view.getUint16(at + 30, true) === 0 &&
    hasBytes(
      bytes,
      at + 32,
      Array.from({ length: 10 }, () => 0),
    ) &&
    view.getUint32(at + 42, true) === offset &&
    isSame(bytes, at + DIRECTORY_BYTES, nameAt, nameBytes)
  return fits ? { name, content, next } : { fault: 'inconsistent', at }
}

const hasBytes = (bytes: Uint8Array, at: number, expected: readonly number[]) =>
  expected.every((byte, index) => bytes[at + index] === byte)

function isSame(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let index = 0; index < length; index++)
    if (bytes[one + index] !== bytes[other + index]) return false
  return true
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (CRC_TABLE[(sum ^ byte) & 0xff] ?? 0)
  return (sum ^ 0xffffffff) >>> 0
}
