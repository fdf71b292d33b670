import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
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
import { filesKey } from '../deliveries/originals/keys.ts'
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
    const { contractId, offerId: accepted } = await fundedDeal(client, vendor)
    const uploadId = await upload(market, vendor, contractId)
    const conversation = await client.api.negotiation.open({ offerId: accepted })
    await attach(market, client, `conversations/${conversation.id}/attachments`)
    await attach(market, client, `contracts/${contractId}/evidence`)
    const offerId = await sendOffer(vendor, await postDpr(client))
    await sendSample(market, vendor, offerId)
    await insertFile(market, uploadId, await seal('a twin'))
    await insertModel(market, uploadId, await seal('a model'))
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

  it('knows uploads, samples, delivered files, models, attachments and evidence as what rows refer to', async () => {
    expect(named).toHaveLength(6)
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
    expect(info).toHaveBeenCalledWith({ store: 'blobs', removed: 2, kept: 6 }, expect.any(String))
    if (s3()) expect(store.keys()).toHaveLength(6)
  })

  it('removes nothing where the database knows no blob at all, and says so', async () => {
    await market.platform.db.transaction(system, async (tx) => {
      for (const table of [
        ...[
          'delivery_files',
          'app.delivery_models',
          'app.source_models',
          'app.offer_samples',
          'uploads',
        ],
        ...['message_attachments', 'dispute_files'],
      ])
        await sql`delete from ${sql.table(table)}`.execute(tx)
    })
    const error = vi.spyOn(market.platform.log, 'error')
    await sweepIn(8)
    expect(await listed()).toEqual(named)
    expect(error).toHaveBeenCalledWith(
      { store: 'blobs', orphans: 6 },
      expect.stringContaining('wrong one'),
    )
  })
})

async function attach(market: Market, person: Person, place: string): Promise<void> {
  const response = await market.fetch(`/api/${place}?fileName=a.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: 'a,b',
  })
  expect(response.status).toBe(201)
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

/** Names the blob as the model of the upload's delivery, whose files have a key. */
async function insertModel(market: Market, uploadId: string, blobId: string): Promise<void> {
  await market.platform.db.transaction(system, async (tx) => {
    const found = await sql<{ delivery_id: string }>`
      select delivery_id from uploads where id = ${uploadId}`.execute(tx)
    const { delivery_id } = found.rows[0]!
    const { id: keyId } = await filesKey(tx, market.platform.secrets, delivery_id)
    await sql`insert into app.delivery_models (delivery_id, bytes, sha256, storage_key, key_id)
      values (${delivery_id}, 7, repeat('0', 64), ${blobId}, ${keyId})`.execute(tx)
  })
}

/** Names the blob as a file of the upload's delivery. */
async function insertFile(market: Market, uploadId: string, blobId: string): Promise<void> {
  await market.platform.db.transaction(system, (tx) =>
    sql`insert into delivery_files (delivery_id, name, bytes, sha256, storage_key)
      select delivery_id, 'twin.csv', 6, repeat('0', 64), ${blobId} from uploads
      where id = ${uploadId}`.execute(tx),
  )
}
