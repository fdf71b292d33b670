import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Attachment } from '@semblance/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../testing/fakes/object-store.ts'
import { fundedDeal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { type Blobs, CHUNK_BYTES, openBlobs } from '../../platform/storage/blobs.ts'
import { blobStore } from './stores.ts'
import { sweepStore } from './sweep.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.close())

const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)

describe.each([
  ['on disk', () => null],
  ['in a bucket', () => store.settings],
])('the daily sweep of blobs %s', (_, s3) => {
  let market: Market
  let blobs: Blobs
  let named: string[]
  beforeAll(async () => {
    market = await openTestMarket({ s3: s3() })
    blobs = openBlobs(market.platform.config)
    const [client, vendor] = [await market.member('client'), await market.member('vendor')]
    const uploadId = await upload(market, vendor, (await fundedDeal(client, vendor)).contractId)
    const offerId = await sendOffer(vendor, await postDpr(client))
    await sendSample(market, vendor, offerId)
    await insertFile(market, uploadId, await seal('a twin'))
    named = await listed()
  })
  afterAll(() => market.close())

  async function listed(): Promise<string[]> {
    const ids: string[] = []
    for await (const { id } of blobs.list()) ids.push(id)
    return ids.sort()
  }

  /** A blob that no row refers to, yet or any more. */
  async function seal(content: string | Buffer): Promise<string> {
    const id = randomUUID()
    await blobs.write({ id, key: randomBytes(32) }, Readable.from([Buffer.from(content)]))
    return id
  }

  const sweepIn = (days: number) =>
    sweepStore(market.platform, blobStore(market.platform), daysFromNow(days))

  it('knows an upload, a sample and a delivered file as what rows refer to', async () => {
    expect(named).toHaveLength(3)
    await sweepIn(8)
    expect(await listed()).toEqual(named)
  })

  it('removes what a week later no row refers to, all of it, and counts it in the log', async () => {
    const orphans = [await seal(Buffer.alloc(CHUNK_BYTES + 1)), await seal('short')]
    await sweepIn(6)
    expect(await listed()).toEqual([...named, ...orphans].sort())
    const info = vi.spyOn(market.platform.log, 'info')
    await sweepIn(8)
    expect(await listed()).toEqual(named)
    expect(info).toHaveBeenCalledWith({ store: 'blobs', removed: 2, kept: 3 }, expect.any(String))
    if (s3()) expect(store.keys()).toHaveLength(3)
  })

  it('removes nothing where the database knows no blob at all, and says so', async () => {
    await market.platform.db.transaction(system, async (tx) => {
      for (const table of ['delivery_files', 'app.offer_samples', 'uploads'])
        await sql`delete from ${sql.table(table)}`.execute(tx)
    })
    const error = vi.spyOn(market.platform.log, 'error')
    await sweepIn(8)
    expect(await listed()).toEqual(named)
    expect(error).toHaveBeenCalledWith(
      { store: 'blobs', orphans: 3 },
      expect.stringContaining('wrong one'),
    )
  })
})

describe('the daily sweep of what people send each other', () => {
  let market: Market
  let named: Record<'attachments' | 'evidence', string>
  beforeAll(async () => {
    market = await openTestMarket()
    const [client, vendor] = [await market.member('client'), await market.member('vendor')]
    const { contractId, offerId } = await fundedDeal(client, vendor)
    const conversation = await client.api.negotiation.open({ offerId })
    named = {
      attachments: await attach(market, client, `conversations/${conversation.id}/attachments`),
      evidence: await attach(market, client, `contracts/${contractId}/evidence`),
    }
  })
  afterAll(() => market.close())

  /** Returns true if a file written so many days ago still exists after a nightly sweep. */
  async function outlives(key: string, days: number): Promise<boolean> {
    const path = join(market.platform.config.dataDir, key)
    if (!existsSync(path)) writeFileSync(path, 'a,b')
    utimesSync(path, new Date(), daysFromNow(-days))
    await market.app.jobs['blob.sweep']!({}, {} as never)
    return existsSync(path)
  }

  it.each(['attachments', 'evidence'] as const)(
    'removes from the %s what a week later no row names, and nothing else',
    async (directory) => {
      const orphan = `${directory}/${randomUUID()}`
      expect(await outlives(orphan, 6)).toBe(true)
      expect(await outlives(`${directory}/${named[directory]}`, 8)).toBe(true)
      expect(await outlives(`${directory}/notes.txt`, 8)).toBe(true)
      const info = vi.spyOn(market.platform.log, 'info')
      expect(await outlives(orphan, 8)).toBe(false)
      expect(info).toHaveBeenCalledWith(
        { store: 'attachments', removed: 1, kept: 2 },
        expect.any(String),
      )
    },
  )
})

async function attach(market: Market, person: Person, place: string): Promise<string> {
  const response = await market.fetch(`/api/${place}?fileName=a.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: 'a,b',
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as Attachment).id
}

async function upload(market: Market, vendor: Person, contractId: string): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${vendor.token}` }
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const response = await market.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': '3',
      'upload-metadata': `contractId ${encode(contractId)},filename ${encode('a.csv')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: 'a,b',
  })
  expect(response.status).toBe(201)
  return response.headers.get('location')!.split('/').at(-1)!
}

async function sendSample(market: Market, vendor: Person, offerId: string): Promise<void> {
  const response = await market.fetch(`/api/offers/${offerId}/sample?fileName=a.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${vendor.token}` },
    body: 'a,b\n1,2\n',
  })
  expect(response.status).toBe(201)
}

/** Names the blob as a file of the upload's delivery. */
async function insertFile(market: Market, uploadId: string, blobId: string): Promise<void> {
  await market.platform.db.transaction(system, (tx) =>
    sql`insert into delivery_files (delivery_id, name, bytes, sha256, storage_key)
      select delivery_id, 'twin.csv', 6, repeat('0', 64), ${blobId} from uploads
      where id = ${uploadId}`.execute(tx),
  )
}
