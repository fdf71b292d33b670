import { randomBytes } from 'node:crypto'
import type { AddressInfo, Server } from 'node:net'
import { serve } from '@hono/node-server'
import { errors } from '@semblance/contract'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { readOriginal } from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'

let market: Market
let vendor: Person
let contractId: string
let server: Server
beforeAll(async () => {
  market = await openTestMarket()
  vendor = await market.member('vendor')
  contractId = (await fundedDeal(await market.member('client'), vendor)).contractId
  server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: market.app.fetch, port: 0, overrideGlobalObjects: false }, () =>
      resolve(started as Server),
    )
  })
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await market.close()
})

/** Resolves with the upload's address once it is complete, or once `stopWhen` says so. */
function send(
  content: Buffer,
  options: Partial<UploadOptions>,
  stopWhen: (sentBytes: number) => boolean = () => false,
): Promise<string> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `http://127.0.0.1:${port}/api/uploads`,
      headers: { authorization: `Bearer ${vendor.token}` },
      metadata: { contractId, filename: 'customers.csv' },
      retryDelays: [0, 100],
      onError: reject,
      onSuccess: () => resolve(upload.url!),
      onProgress: (sentBytes) => {
        if (upload.url && stopWhen(sentBytes)) void upload.abort().then(() => resolve(upload.url!))
      },
      ...options,
    })
    upload.start()
  })
}

it('the usual tus client uploads over a socket, loses its connection and resumes', async () => {
  const content = randomBytes(8 * 1024 ** 2)
  const url = await send(content, {}, (sentBytes) => sentBytes > 2 * 1024 ** 2)
  // Data in transit when the connection ended is stored a moment later.
  await expect
    .poll(async () => (await readOriginal(market, url.split('/').at(-1)!))?.length)
    .toBeGreaterThan(0)
  const received: number[] = []
  const onProgress = (sentBytes: number) => received.push(sentBytes)
  expect(await send(content, { uploadUrl: url, onProgress })).toBe(url)
  expect(received[0]).toBeGreaterThan(0) // it did not start over
  const stored = await readOriginal(market, url.split('/').at(-1)!)
  expect(stored?.equals(content)).toBe(true)
})

it('the usual tus client sends a file in chunks, the first with its creation', {
  tags: 'long',
}, async () => {
  const content = randomBytes(3_000_000)
  const url = await send(content, { chunkSize: 1_000_000, uploadDataDuringCreation: true })
  const stored = await readOriginal(market, url.split('/').at(-1)!)
  expect(stored?.equals(content)).toBe(true)
})

it('the client is given the reason of a refusal as code and sentence', async () => {
  const refused = send(randomBytes(10), { metadata: { contractId, filename: 'run.exe' } })
  const error = (await refused.catch((reason) => reason)) as {
    originalResponse: { getStatus: () => number; getBody: () => string }
  }
  expect(error.originalResponse.getStatus()).toBe(422)
  expect(JSON.parse(error.originalResponse.getBody())).toMatchObject({
    code: 'file_type_refused',
    field: 'filename',
    message: `run.exe was not added. ${errors.file_type_refused.message}`,
  })
})

it('what the endpoint can do is said without a token, and to clients of other versions', async () => {
  const options = await market.fetch('/api/uploads', { method: 'OPTIONS' })
  expect(options.status).toBe(204)
  expect(options.headers.get('tus-version')).toBe('1.0.0')
  expect(options.headers.get('tus-extension')).toContain('termination')
  for (const version of [{}, { 'tus-resumable': '0.2.2' }] as Record<string, string>[]) {
    const old = await market.fetch('/api/uploads', { method: 'POST', headers: version })
    expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0'])
    expect(await old.json()).toMatchObject({ code: 'upload_version_differs', status: 412 })
  }
})

it('a client that can only post sends, looks and removes by naming the method', {
  tags: 'long',
}, async () => {
  const content = randomBytes(2_000_000)
  const url = await send(content, { overridePatchMethod: true, chunkSize: 1_000_000 })
  expect((await readOriginal(market, url.split('/').at(-1)!))?.equals(content)).toBe(true)
  const named = (method: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${vendor.token}`,
        'tus-resumable': '1.0.0',
        'x-http-method-override': method,
      },
    })
  expect((await named('HEAD')).headers.get('upload-offset')).toBe('2000000')
  expect((await named('DELETE')).status).toBe(204)
  expect((await named('GET')).status).toBe(405)
})

it('bytes for another place of the file are refused with a code of ours', async () => {
  const url = await send(randomBytes(1000), {})
  const answer = await fetch(url, {
    method: 'PATCH',
    body: 'x',
    headers: {
      authorization: `Bearer ${vendor.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '5',
      'content-type': 'application/offset+octet-stream',
    },
  })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'upload_offset_differs', status: 409 })
})
