/** Tests that a large file goes to a bucket in parts, and that a failed upload leaves none behind. */
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startObjectStore } from '../../../../testing/fakes/object-store.ts'
import { createAddressGuard } from '../../../platform/security/address-guard.ts'
import { openS3 } from './s3.ts'

const store = await startObjectStore()
afterAll(() => store.close())

const PART = 1000
const content = randomBytes(3500)
const settings = {
  kind: 's3' as const,
  endpoint: store.settings.endpoint,
  region: store.settings.region,
  bucket: 'lake',
  folder: '/a b/',
  isPathStyle: true,
  accessKeyId: store.settings.keyId,
}
const secret = { by: 'secret_key' as const, secretAccessKey: store.settings.secret }
const connecting = {
  guard: createAddressGuard(['127.0.0.0/8']),
  signal: new AbortController().signal,
  onProgress: () => {},
}
const open = (change: object = {}) => openS3({ ...settings, ...change }, secret, connecting, PART)
const file = (
  read = async function* () {
    for (let at = 0; at < content.length; at += 700) yield content.subarray(at, at + 700)
  },
) => ({ name: 'Zürich (1)+.csv', bytes: content.length, read })

it('joins the parts to the same content, under a name of any characters', async () => {
  await open().put(['CTR-1'], file())
  expect(store.keys().map(decodeURIComponent)).toEqual(['/lake/a b/CTR-1/Zürich (1)+.csv'])
  expect(store.contents()[0]?.equals(content)).toBe(true)
  expect(store.openUploads()).toBe(0)
})

it('gives up the parts of an upload that fails in the middle', async () => {
  let begun = 0
  const ours = async function* () {
    yield content.subarray(0, 1500)
    begun = store.openUploads()
    throw new Error('gone')
  }
  await expect(open().put(['CTR-2'], file(ours))).rejects.toThrow('could not be read')
  expect(store.openUploads()).toBe(0)
  expect([begun, store.keys().length]).toEqual([1, 1])
})

it('follows no redirect and asks no name that leads inside', async () => {
  store.failWith(307)
  await expect(open().put([], file())).rejects.toMatchObject({ failure: 'redirect' })
  store.failWith(null)
  const inside = { guard: createAddressGuard([], async () => ['10.0.0.1']) }
  const at = openS3({ ...settings, endpoint: 'https://store.test' }, secret, {
    ...connecting,
    ...inside,
  })
  await expect(at.put([], file())).rejects.toMatchObject({ failure: 'address_refused' })
})
