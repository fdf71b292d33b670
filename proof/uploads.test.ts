/** Published clients of tus upload an original in parts, go on after a break in another process, and terminate. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { fundedDeal } from '../apps/server/testing/fixtures/deal-fixtures.ts'
import { customersCsv, readOriginal } from '../apps/server/testing/fixtures/delivery-fixtures.ts'
import { useServedMarket } from '../apps/server/testing/served-market.ts'
import { providePython } from './python.ts'

// The package's module for Node is its CommonJS one.
const require = createRequire(import.meta.url)
const { Upload, FileUrlStorage } = require('tus-js-client') as typeof import('tus-js-client') & {
  FileUrlStorage: new (path: string) => import('tus-js-client').UrlStorage
}

const dir = mkdtempSync(join(tmpdir(), 'semblance-uploads-'))
afterAll(() => rmSync(dir, { recursive: true }))
const python = providePython(['tuspy==1.1.0'])
const { market, url, makeKey } = await useServedMarket()
const client = await market.member('client')
const vendor = await market.member('vendor')
const { contractId } = await fundedDeal(client, vendor)
const key = await makeKey(vendor, ['deliver'])
const endpoint = `${url}/api/uploads`
const CHUNK_BYTES = 64 * 1024

/** Writes a table of some parts. */
function tableFile(name: string, variant: number) {
  const path = join(dir, name)
  writeFileSync(path, customersCsv(12_000, variant))
  const bytes = readFileSync(path)
  expect(bytes.length).toBeGreaterThan(3 * CHUNK_BYTES)
  return { path, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

const idOf = (location: string) => location.split('/').at(-1) ?? ''
const filesOf = async () => (await vendor.api.deliveries.latest({ contractId }))?.files ?? []

async function expectStored(location: string, sha256: string) {
  const content = await readOriginal(market, idOf(location))
  expect(
    createHash('sha256')
      .update(content ?? '')
      .digest('hex'),
  ).toBe(sha256)
}

describe('tus-js-client', () => {
  const storage = new FileUrlStorage(join(dir, 'uploads.json'))

  /** Uploads until `stopAfterBytes` have arrived, or to the end. Returns the upload. */
  const send = async (content: Buffer, name: string, stopAfterBytes = Number.POSITIVE_INFINITY) => {
    const offsets: number[] = []
    let upload: InstanceType<typeof Upload> | undefined
    await new Promise<void>((resolve, reject) => {
      const made = new Upload(content as never, {
        ...{ endpoint, chunkSize: CHUNK_BYTES, urlStorage: storage, retryDelays: [] },
        ...{
          metadata: { contractId, filename: name },
          headers: { authorization: `Bearer ${key}` },
        },
        fingerprint: async () => name,
        storeFingerprintForResuming: true,
        onError: reject,
        onSuccess: () => resolve(),
        onChunkComplete: (_size, accepted) => {
          offsets.push(accepted)
          if (accepted < stopAfterBytes || accepted === content.length) return
          void made.abort().then(resolve)
        },
      })
      upload = made
      void made.findPreviousUploads().then(([previous]) => {
        if (previous) made.resumeFromPreviousUpload(previous)
        made.start()
      })
    })
    return { upload, offsets, location: upload?.url ?? '' }
  }

  it('goes on where a broken upload stopped, and what arrives is the file', async () => {
    const { bytes, sha256 } = tableFile('first.csv', 1)
    const broken = await send(bytes, 'first.csv', CHUNK_BYTES)
    const whole = await send(bytes, 'first.csv')
    expect(whole.location).toBe(broken.location)
    expect(whole.offsets[0]).toBeGreaterThan(broken.offsets.at(-1) ?? 0)
    expect(whole.offsets.at(-1)).toBe(bytes.length)
    await expectStored(whole.location, sha256)
  })

  it('terminates an upload, which is gone then', async () => {
    const { bytes } = tableFile('second.csv', 2)
    const { upload, location } = await send(bytes, 'second.csv', CHUNK_BYTES)
    await upload?.abort(true)
    expect((await filesOf()).map(({ id }) => id)).not.toContain(idOf(location))
    const head = { authorization: `Bearer ${key}`, 'tus-resumable': '1.0.0' }
    expect((await fetch(location, { method: 'HEAD', headers: head })).status).toBe(404)
  })
})

const program = `
import json, sys, requests
from tusclient.client import TusClient
from tusclient.storage.filestorage import FileStorage
given = json.load(sys.stdin)
client = TusClient(given["endpoint"], headers={"Authorization": "Bearer " + given["key"]})
uploader = client.uploader(given["path"], chunk_size=given["chunk"], store_url=True,
    url_storage=FileStorage(given["storage"]), metadata={"contractId": given["contractId"], "filename": given["name"]})
begun = uploader.offset
uploader.upload(stop_at=given.get("stopAt"))
if given.get("terminates"):
    gone = requests.delete(uploader.url, headers=uploader.get_headers())
    after = requests.head(uploader.url, headers=uploader.get_headers())
    print(json.dumps({"url": uploader.url, "deleted": gone.status_code, "after": after.status_code}))
else:
    print(json.dumps({"url": uploader.url, "begun": begun, "offset": uploader.offset}))
`

describe('tuspy', () => {
  const send = async (path: string, more: object = {}) => {
    const name = path.split('/').at(-1)
    const given = { endpoint, key, contractId, path, name, chunk: CHUNK_BYTES, ...more }
    const run = promisify(execFile)(python, ['-c', program])
    run.child.stdin?.end(JSON.stringify({ ...given, storage: join(dir, 'tuspy.json') }))
    return JSON.parse((await run).stdout)
  }

  it('goes on where a broken upload stopped, in another process, and what arrives is the file', async () => {
    const { path, bytes, sha256 } = tableFile('third.csv', 3)
    const broken = await send(path, { stopAt: CHUNK_BYTES })
    expect(broken).toMatchObject({ begun: 0, offset: CHUNK_BYTES })
    const whole = await send(path)
    expect(whole).toEqual({ url: broken.url, begun: CHUNK_BYTES, offset: bytes.length })
    await expectStored(whole.url, sha256)
  })

  it('has its upload terminated by a request with its headers', async () => {
    const { path } = tableFile('fourth.csv', 4)
    const ended = await send(path, { stopAt: CHUNK_BYTES, terminates: true })
    expect(ended).toMatchObject({ deleted: 204, after: 404 })
    expect((await filesOf()).map(({ id }) => id)).not.toContain(idOf(ended.url))
  })
})
