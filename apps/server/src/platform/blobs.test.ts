import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Blobs, CHUNK_BYTES, inChunks, openBlobs, type SealedBlob } from './blobs.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'semblance-blobs-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const content = randomBytes(2 * CHUNK_BYTES + 1234)
const newBlob = (): SealedBlob => ({ id: randomBytes(8).toString('hex'), key: randomBytes(32) })

/** In pieces that divide no chunk. */
async function* pieces(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += 700_001)
    yield bytes.subarray(from, from + 700_001)
}

async function readAll(...read: Parameters<Blobs['read']>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of blobs.read(...read)) parts.push(part)
  return Buffer.concat(parts)
}

let blobs: Blobs
/** Kept by nobody else, S3's protocol as far as it is used, with signatures checked by the published recipe. */
const bucket = new Map<string, Buffer>()
const secrets = { keyId: 'AKIDTEST', secret: 'bucket-secret', region: 'eu-test-1' }
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const key = request.url!
    if (!isSigned(request)) response.statusCode = 403
    else if (request.method === 'PUT') bucket.set(key, Buffer.concat(parts))
    else if (request.method === 'DELETE') response.statusCode = bucket.delete(key) ? 204 : 404
    else if (!bucket.has(key)) response.statusCode = 404
    response.end(request.method === 'GET' ? bucket.get(key) : undefined)
  })
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const given = /Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)/.exec(
    headers.authorization ?? '',
  )
  if (!given) return false
  const [, credential, names, signature] = given as unknown as string[]
  const lines = names!.split(';').map((name) => `${name}:${String(headers[name])}`)
  const request = [method, url, '', ...lines, '', names, headers['x-amz-content-sha256']]
  const scope = credential!.split('/').slice(1)
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope.join('/'),
    createHash('sha256').update(request.join('\n')).digest('hex'),
  ].join('\n')
  const hmac = (key: string | Buffer, part: string) =>
    createHmac('sha256', key).update(part).digest()
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secrets.secret}`)
  return hmac(key, text).toString('hex') === signature && credential!.startsWith(secrets.keyId)
}

const stores = {
  'the disk': () => openBlobs({ dataDir, s3: null }),
  'a bucket': () => {
    const { port } = server.address() as AddressInfo
    const endpoint = `http://127.0.0.1:${port}`
    return openBlobs({ dataDir, s3: { ...secrets, endpoint, bucket: 'b', pathStyle: true } })
  },
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
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const s3 = { ...secrets, endpoint, bucket: 'b', pathStyle: true, secret: 'another' }
  blobs = openBlobs({ dataDir, s3 })
  await expect(blobs.write(newBlob(), pieces(Buffer.from('x')))).rejects.toThrow('status 403')
})
