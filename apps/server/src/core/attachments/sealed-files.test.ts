/** Two servers of one database and one bucket, each with a data directory of its own. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../testing/fakes/object-store.ts'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  newDataDir,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import {
  download,
  openPlaces,
  type Places,
  putUp,
  readRow,
  upload,
} from '../../../testing/fixtures/sent-file-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { createSecrets } from '../../platform/security/secrets.ts'
import { CHUNK_BYTES } from '../../platform/storage/blobs.ts'
import { s3Objects } from '../../platform/storage/blobs-s3.ts'
import { destroyKeys } from './key-queries.ts'
import { rewrapBlobKeys } from './keys.ts'

const secret = randomBytes(32)
let store: ObjectStore
let first: Market
let second: Market
let client: Person
let vendor: Person
let places: Places
beforeAll(async () => {
  store = await startObjectStore()
  first = await openTestMarket({ s3: store.settings }, { secret })
  second = await openTestMarket(
    { s3: store.settings },
    { secret, db: first.platform.db, dataDir: newDataDir() },
  )
  ;[client, vendor] = [await first.member('client'), await first.member('vendor')]
  places = await openPlaces(client, vendor)
})
afterAll(async () => {
  await second.app.close()
  await first.close()
  store.close()
})

const objects = () => s3Objects(store.settings)

/** Names the first object of a file's blob. */
const objectOf = async (kind: keyof Places, id: string) =>
  `${(await readRow(first, kind, id)).blob_id}/0`

async function expectAnswer(answer: Response, status: number, code: string): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })])
}

describe.each(['attachments', 'evidence'] as const)('the file of %s', (kind) => {
  it('that one server took is given out by the other, and is in the clear nowhere', async () => {
    for (const [taking, giving] of [
      [first, second],
      [second, first],
    ] as const) {
      const content = `customer,basket\n${randomBytes(16).toString('hex')},42.50\n`
      const id = await putUp(taking, client, places[kind], content)
      expect(await (await download(giving, client, kind, id)).text()).toBe(content)
      for (const stored of store.contents())
        expect(stored.includes(content.slice(16, 40))).toBe(false)
      expect(store.keys().join()).toContain(await objectOf(kind, id))
      for (const { platform } of [taking, giving])
        expect(readdirSync(platform.config.dataDir)).toEqual([])
    }
  })

  it('is refused to another tenant by its ID, on either server', async () => {
    const stranger = await first.member('both')
    const id = await putUp(first, client, places[kind], 'a,b')
    for (const server of [first, second]) {
      await expectRefusal(download(server, stranger, kind, id), 'not_found')
      await expectRefusal(download(server, vendor, kind, id), 'not_found') // not sent yet
    }
  })

  it('opens neither with the bytes of another one nor with fewer', async () => {
    const [one, other] = [
      await putUp(first, client, places[kind], 'mine,1'),
      await putUp(first, client, places[kind], 'else,2'),
    ]
    const [place, elsewhere] = [await objectOf(kind, one), await objectOf(kind, other)]
    const sealed = (await objects().get(place))!
    for (const bytes of [(await objects().get(elsewhere))!, sealed.subarray(0, -1)]) {
      await objects().put(place, bytes)
      expect((await download(first, client, kind, one)).status).toBe(500)
    }
    await objects().remove([place])
    expect((await download(first, client, kind, one)).status).toBe(500)
    await objects().put(place, sealed)
    expect(await (await download(first, client, kind, one)).text()).toBe('mine,1')
  })

  it('does not open once its key is destroyed, and the place gets a new key', async () => {
    const { db } = first.platform
    const id = await putUp(first, client, places[kind], 'a,b')
    const { url } = await linkTo(kind, id)
    const { key_id } = await readRow(first, kind, id)
    await db.transaction(system, (tx) => destroyKeys(tx, [key_id!], new Date()))
    await expectAnswer(await second.fetch(new URL(url).pathname), 410, 'file_destroyed')
    await expectRefusal(download(second, client, kind, id), 'file_destroyed')
    const later = await putUp(second, client, places[kind], 'c,d')
    expect(await (await download(first, client, kind, later)).text()).toBe('c,d')
  })

  it('is refused while the store is away, which leaves no row', async () => {
    const id = await putUp(first, client, places[kind], 'a,b')
    const { url } = await linkTo(kind, id)
    const count = async () =>
      (await first.platform.db.pool.query(`select from ${tables[kind]}`)).rowCount
    const before = await count()
    store.failWith(503)
    await expectAnswer(await second.fetch(new URL(url).pathname), 503, 'storage_unavailable')
    const refused = await upload(first, client, places[kind], 'a,b')
    await expectAnswer(refused, 503, 'storage_unavailable')
    store.failWith(507)
    await expectAnswer(await upload(first, client, places[kind], 'a,b'), 507, 'storage_full')
    store.failWith(null)
    expect(await count()).toBe(before)
  })
})

const tables = { attachments: 'message_attachments', evidence: 'dispute_files' }

const linkTo = (kind: keyof Places, id: string) =>
  kind === 'attachments'
    ? client.api.negotiation.attachmentLink({ attachmentId: id })
    : client.api.disputes.evidenceLink({ evidenceId: id })

it('a file of two chunks is cut off, and not shorter, where the second one is gone', {
  tags: 'long',
}, async () => {
  const body = new Uint8Array(CHUNK_BYTES + 5).fill(65)
  const id = await putUp(first, client, places.attachments, body)
  expect(await (await download(second, client, 'attachments', id)).bytes()).toEqual(body)
  const { blob_id } = await readRow(first, 'attachments', id)
  await objects().remove([`${blob_id}/1`])
  const answer = await download(second, client, 'attachments', id)
  expect(answer.headers.get('content-length')).toBe(String(body.length))
  await expect(answer.bytes()).rejects.toThrow('damaged')
})

it('a conversation and a contract have one key each, however many upload first at once', {
  tags: 'long',
}, async () => {
  const fresh = await openPlaces(client, vendor)
  const used = new Set<string | null>()
  for (const kind of ['attachments', 'evidence'] as const) {
    const ids = await Promise.all(
      [first, second, first, second].map((server) => putUp(server, client, fresh[kind], 'a,b')),
    )
    for (const id of ids) used.add((await readRow(first, kind, id)).key_id)
  }
  expect(used.size).toBe(2)
})

it('a new master secret opens the files, and the one before no longer does', {
  tags: 'long',
}, async () => {
  const { db, secrets } = first.platform
  const id = await putUp(first, client, places.evidence, 'a,b')
  const next = createSecrets(randomBytes(32))
  const rewrap = (from: typeof next, to: typeof next) =>
    db.transaction(system, (tx) => rewrapBlobKeys(tx, from, to))
  expect(await rewrap(secrets, next)).toBeGreaterThan(1)
  await expectRefusal(download(first, client, 'evidence', id), 'internal')
  await rewrap(next, secrets)
  expect(await (await download(first, client, 'evidence', id)).text()).toBe('a,b')
})
