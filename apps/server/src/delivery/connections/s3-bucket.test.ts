/** Tests what is fetched from a bucket that is silent, and what a full or odd disk of ours means. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAddressGuard } from '../../platform/security/address-guard.ts'
import { fetchObject } from './s3-bucket.ts'

const server = createServer((request, response) => {
  if (request.url?.endsWith('unanswered.csv')) return
  response.writeHead(200, { 'content-length': 3 })
  response.write('a')
  if (!request.url?.endsWith('silent.csv')) response.end(',b')
})
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bucket-'))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(dir, { recursive: true })
})

const fetched = (name: string, { file = name, idleMs = 60_000 } = {}) => {
  const { port } = server.address() as AddressInfo
  const bucket = {
    ...{ kind: 's3' as const, endpoint: `http://127.0.0.1:${port}`, region: 'eu', bucket: 'lake' },
    ...{ prefix: '', isPathStyle: true, accessKeyId: 'a', secretAccessKey: 'b' },
  }
  const guard = createAddressGuard(['127.0.0.0/8'])
  const path = join(dir, file)
  const { signal } = new AbortController()
  return fetchObject(bucket, { name }, { guard, signal, path, mostBytes: 10, idleMs })
}

it.each(['silent.csv', 'unanswered.csv'])(
  'a bucket that falls silent is away: %s',
  async (name) => {
    await expect(fetched(name, { idleMs: 50 })).rejects.toMatchObject({
      failure: 'unreachable',
      isPassing: true,
    })
  },
)

it('a fault of our own disk is none of the bucket', async () => {
  expect(await fetched('whole.csv')).toMatchObject({ bytes: 3 })
  const file = `${'n'.repeat(300)}.csv`
  await expect(fetched('whole.csv', { file })).rejects.toMatchObject({ code: 'ENAMETOOLONG' })
})
