import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../testing/fakes/object-store.ts'
import { classifyFault, isStorageFull } from '../faults.ts'
import {
  type Blobs,
  CHUNK_BYTES,
  inChunks,
  type ListedBlob,
  openBlobs,
  type SealedBlob,
} from './blobs.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'semblance-blobs-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const content = randomBytes(2 * CHUNK_BYTES + 1234)
const newBlob = (): SealedBlob => ({ id: randomBytes(8).toString('hex'), key: randomBytes(32) })

/** Splits bytes into pieces that divide no chunk. */
async function* pieces(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += 700_001)
    yield bytes.subarray(from, from + 700_001)
}

async function readAll(...read: Parameters<Blobs['read']>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of blobs.read(...read)) parts.push(part)
  return Buffer.concat(parts)
}

async function listAll(): Promise<ListedBlob[]> {
  const listed: ListedBlob[] = []
  for await (const blob of blobs.list()) listed.push(blob)
  return listed
}

let blobs: Blobs
let store: ObjectStore
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.close())

const stores = {
  'the disk': () => openBlobs({ dataDir, s3: null }),
  'a bucket': () => openBlobs({ dataDir, s3: store.settings }),
}

describe.each(Object.entries(stores))('on %s', (_, open) => {
  beforeAll(() => {
    blobs = open()
  })

  it('a stream comes back as it went in, whole and in ranges across chunks', async () => {
    const blob = newBlob()
    const { bytes, sha256 } = await blobs.write(blob, pieces(content))
    expect(bytes).toBe(content.length)
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect((await readAll(blob, bytes)).equals(content)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [CHUNK_BYTES - 1, CHUNK_BYTES],
      [10, 2 * CHUNK_BYTES + 9],
      [bytes - 3, bytes - 1],
    ] as const)
      expect(
        (await readAll(blob, bytes, { start, end })).equals(content.subarray(start, end + 1)),
      ).toBe(true)
  })

  it('an empty blob is empty, and one that was removed is gone', async () => {
    const blob = newBlob()
    expect(await blobs.write(blob, pieces(Buffer.alloc(0)))).toMatchObject({ bytes: 0 })
    expect(await readAll(blob, 0)).toHaveLength(0)
    const { bytes } = await blobs.write(blob, pieces(content))
    await blobs.remove(blob.id, bytes)
    await blobs.remove(blob.id, bytes)
    await expect(readAll(blob, bytes)).rejects.toThrow(`Blob ${blob.id} is damaged.`)
  })

  it('all that is there is listed, each blob once, with room for its content', async () => {
    const started = new Date(Date.now() - 2000) // a store may record whole seconds only
    const [small, large] = [newBlob(), newBlob()]
    await blobs.write(small, pieces(Buffer.from('x')))
    const { bytes } = await blobs.write(large, pieces(content))
    const listed = await listAll()
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    const found = (id: string) => listed.find((blob) => blob.id === id)!
    expect([found(small.id).bytes, found(large.id).bytes]).toEqual([CHUNK_BYTES, 3 * CHUNK_BYTES])
    expect(found(large.id).writtenAt.getTime()).toBeGreaterThan(started.getTime())
    expect(found(large.id).writtenAt.getTime()).toBeLessThanOrEqual(Date.now())
    await blobs.remove(large.id, bytes)
    const left = await listAll()
    expect(left.map(({ id }) => id)).not.toContain(large.id)
  })

  it('another key opens nothing, and a blob that ends at a chunk’s edge is found out', async () => {
    const blob = newBlob()
    await blobs.write(blob, pieces(content.subarray(0, CHUNK_BYTES)))
    await expect(readAll({ ...blob, key: randomBytes(32) }, CHUNK_BYTES)).rejects.toThrow('damaged')
    await expect(readAll(blob, CHUNK_BYTES + 1)).rejects.toThrow('damaged')
  })
})

it('a range is read without what lies before it', async () => {
  const blob = newBlob()
  blobs = stores['the disk']()
  await blobs.write(blob, pieces(content))
  rmSync(join(dataDir, 'blobs', blob.id, '0'))
  const span = { start: CHUNK_BYTES, end: CHUNK_BYTES + 5 }
  expect(await readAll(blob, content.length, span)).toHaveLength(6)
})

it('on disk nothing is readable, by whoever, and a chunk that was altered or moved opens no more', async () => {
  const blob = newBlob()
  const path = (index: number) => join(dataDir, 'blobs', blob.id, String(index))
  await blobs.write(blob, pieces(Buffer.alloc(CHUNK_BYTES * 2, 'secret ')))
  expect(readdirSync(join(dataDir, 'blobs', blob.id))).toEqual(['0', '1'])
  expect(statSync(join(dataDir, 'blobs')).mode & 0o777).toBe(0o700)
  expect(statSync(path(0)).mode & 0o777).toBe(0o600)
  const [first, second] = [readFileSync(path(0)), readFileSync(path(1))]
  expect(first.includes('secret')).toBe(false)
  writeFileSync(path(0), second)
  await expect(readAll(blob, CHUNK_BYTES)).rejects.toThrow('damaged')
  first[first.length - 1]! ^= 1
  writeFileSync(path(0), first)
  await expect(readAll(blob, CHUNK_BYTES)).rejects.toThrow('damaged')
  expect(existsSync(path(0))).toBe(true)
})

it('the same chunk is never sealed the same way twice', async () => {
  const blob = newBlob()
  const path = join(dataDir, 'blobs', blob.id, '0')
  await blobs.putChunk(blob, 0, Buffer.from('tail'))
  const before = readFileSync(path)
  await blobs.putChunk(blob, 0, Buffer.from('tail'))
  expect(readFileSync(path).equals(before)).toBe(false)
})

it('of a stream that breaks off, what has come is kept before the error is told', async () => {
  async function* broken() {
    yield Buffer.from('what has come')
    throw new Error('connection lost')
  }
  const kept: string[] = []
  const read = async () => {
    for await (const chunk of inChunks(broken(), Buffer.from('and before: ')))
      kept.push(chunk.toString())
  }
  await expect(read()).rejects.toThrow('connection lost')
  expect(kept).toEqual(['and before: what has come'])
})

it('a bucket whose store refuses or knows no such bucket is an error, not an empty blob', async () => {
  const s3 = { ...store.settings, secret: 'another' }
  blobs = openBlobs({ dataDir, s3 })
  await expect(blobs.write(newBlob(), pieces(Buffer.from('x')))).rejects.toThrow('status 403')
})

describe('a store that cannot serve is a fault of the storage, not a defect', () => {
  const faultOf = async (open: Blobs) => {
    const error = await open.putChunk(newBlob(), 0, Buffer.from('x')).catch((reason) => reason)
    return [classifyFault(error), isStorageFull(error)]
  }
  const storage = { kind: 'dependency', dependency: 'storage' }

  it('in a bucket: busy, refused, without room, or away', async () => {
    blobs = openBlobs({ dataDir, s3: store.settings })
    for (const [status, isFull] of [
      [403, false],
      [429, false],
      [503, false],
      [404, false],
      [507, true],
    ] as const) {
      store.failWith(status)
      expect([status, ...(await faultOf(blobs))]).toEqual([status, storage, isFull])
    }
    store.failWith(null)
    const s3 = { ...store.settings, endpoint: 'http://127.0.0.1:9' }
    expect(await faultOf(openBlobs({ dataDir, s3 }))).toEqual([storage, false])
  })

  it('on a disk where a file is in the way of the directory', async () => {
    const blocked = join(dataDir, 'blocked')
    writeFileSync(blocked, '')
    const open = openBlobs({ dataDir: blocked, s3: null })
    expect(await faultOf(open)).toEqual([storage, false])
  })

  // Only root may mount a disk this small.
  it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'on a full disk, where nothing half-written stays and room makes it go on',
    { tags: 'long' },
    async () => {
      const small = mkdtempSync(join(tmpdir(), 'semblance-small-'))
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=5m', 'none', small])
      if (mounted.status !== 0) return rmSync(small, { recursive: true })
      try {
        const open = openBlobs({ dataDir: small, s3: null })
        const [first, second] = [newBlob(), newBlob()]
        await open.putChunk(first, 0, content.subarray(0, CHUNK_BYTES))
        const full = await open
          .putChunk(second, 0, content.subarray(0, CHUNK_BYTES))
          .catch((e) => e)
        expect([classifyFault(full), isStorageFull(full)]).toEqual([
          { kind: 'dependency', dependency: 'disk' },
          true,
        ])
        expect(readdirSync(join(small, 'blobs', second.id))).toEqual([])
        expect(await open.getChunk(first, 0, CHUNK_BYTES)).toHaveLength(CHUNK_BYTES)
        await open.remove(first.id, CHUNK_BYTES)
        await open.putChunk(second, 0, content.subarray(0, CHUNK_BYTES))
      } finally {
        spawnSync('umount', [small])
        rmSync(small, { recursive: true })
      }
    },
  )
})
