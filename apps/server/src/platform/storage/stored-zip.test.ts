import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { type StoredZip, storedZip, type ZipEntry } from './stored-zip.ts'

const modifiedAt = new Date('2026-03-01T08:30:02Z')

function entry(name: string, content: Buffer): ZipEntry {
  return {
    name,
    bytes: content.length,
    crc32: crc32(content),
    modifiedAt,
    read: async function* ({ start, end }) {
      yield content.subarray(start, end + 1)
    },
  }
}

async function bytesOf(zip: StoredZip, start = 0, end = zip.bytes - 1): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of zip.read({ start, end })) parts.push(part)
  return Buffer.concat(parts)
}

/** The archive as a reader meets it that seeks, so that gigabytes of it are never made. */
class Reader extends RandomAccessReader {
  readonly zip: StoredZip
  constructor(zip: StoredZip) {
    super()
    this.zip = zip
  }
  override _readStreamForRange(start: number, end: number) {
    return Readable.from(this.zip.read({ start, end: end - 1 }))
  }
}

async function listOf(zip: StoredZip): Promise<{ opened: ZipFile; entries: Entry[] }> {
  const opened = await new Promise<ZipFile>((resolve, reject) =>
    fromRandomAccessReader(new Reader(zip), zip.bytes, { autoClose: false }, (error, file) =>
      error ? reject(error) : resolve(file),
    ),
  )
  const entries: Entry[] = []
  opened.on('entry', (entry) => entries.push(entry))
  await new Promise((resolve, reject) => opened.once('end', resolve).once('error', reject))
  return { opened, entries }
}

async function textOf(opened: ZipFile, entry: Entry): Promise<string> {
  const stream = await new Promise<Readable>((resolve, reject) =>
    opened.openReadStream(entry, (error, found) => (error ? reject(error) : resolve(found))),
  )
  return await text(stream)
}

const files = [
  entry('data/ärzte_synthetic.csv', Buffer.from('a,b\n1,2\n'.repeat(1000))),
  entry('empty.txt', Buffer.alloc(0)),
  entry('SHA256SUMS', Buffer.from('abc  x\n')),
]

test('a reader of archives finds every file, its content and its date', async () => {
  const { opened, entries } = await listOf(storedZip(files))
  expect(entries.map(({ fileName }) => fileName)).toEqual(files.map(({ name }) => name))
  for (const [i, entry] of entries.entries()) {
    expect(entry.crc32).toBe(files[i]!.crc32)
    expect(entry.getLastModDate({ timezone: 'UTC' })).toEqual(modifiedAt)
  }
  expect(await textOf(opened, entries[0]!)).toBe('a,b\n1,2\n'.repeat(1000))
  expect(await textOf(opened, entries[1]!)).toBe('')
})

test('any part of it is the part of the whole', async () => {
  const zip = storedZip(files)
  const whole = await bytesOf(zip)
  await fc.assert(
    fc.asyncProperty(fc.nat(zip.bytes - 1), fc.nat(zip.bytes - 1), async (a, b) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)]
      expect(await bytesOf(zip, start, end)).toEqual(whole.subarray(start, end + 1))
    }),
  )
})

test('beyond 4 GiB the directory says where a file lies and how long it is, in 64 bits', async () => {
  const bytes = 5 * 1024 ** 3
  const huge: ZipEntry = {
    ...entry('first', Buffer.alloc(0)),
    bytes,
    // A reader that looks for the directory at the end reads a little of what is before it.
    read: async function* ({ start, end }) {
      expect(end - start).toBeLessThan(100_000)
      yield Buffer.alloc(end - start + 1)
    },
  }
  const { opened, entries } = await listOf(storedZip([huge, entry('second', Buffer.from('abc'))]))
  expect(entries.map(({ fileName, uncompressedSize }) => [fileName, uncompressedSize])).toEqual([
    ['first', bytes],
    ['second', 3],
  ])
  expect(await textOf(opened, entries[1]!)).toBe('abc')
})
