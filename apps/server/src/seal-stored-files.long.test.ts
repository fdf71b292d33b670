/**
 * Files that older servers stored in the clear, in the data directory of the server that starts.
 *
 * @module-tag long
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { type ObjectStore, startObjectStore } from '../testing/fakes/object-store.ts'
import { expectRefusal } from '../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  newDataDir,
  openTestMarket,
  type Person,
} from '../testing/fixtures/market-fixtures.ts'
import {
  download,
  kindOf,
  openPlaces,
  type Places,
  putUp,
  readRow,
} from '../testing/fixtures/sent-file-fixtures.ts'
import { destroyKeys } from './core/attachments/key-queries.ts'
import { sealClearFiles } from './core/attachments/service.ts'
import { alertStaff } from './core/jobs/incident-alerts.ts'
import { listKeptFiles } from './delivery/blob-gc/service.ts'
import { system } from './platform/database/db.ts'
import type { Platform } from './platform/http/context.ts'
import { openLog } from './platform/process/log.ts'
import { startSealing } from './seal-stored-files.ts'

const secret = randomBytes(32)
const lines: { level: number; msg: string; files?: string; file?: string; count?: number }[] = []
let store: ObjectStore
let market: Market
let client: Person
let places: Places
beforeAll(async () => {
  store = await startObjectStore()
  const log = openLog('info', {
    write: (text) => {
      const line = JSON.parse(text)
      if (line.msg !== 'request') lines.push(line)
    },
  })
  market = await openTestMarket({ s3: store.settings }, { secret, log })
  client = await market.member('client')
  places = await openPlaces(client, await market.member('vendor'))
})
beforeEach(async () => {
  for (const kind of kinds) {
    await market.platform.db.pool.query(`delete from ${kindOf[kind].table}`)
    rmSync(dirname(pathOf(kind, 'any')), { recursive: true, force: true })
  }
  lines.length = 0
})
afterAll(async () => {
  await market.close()
  store.close()
})

type Kind = keyof Places
const kinds = ['attachments', 'evidence'] as const

const pathOf = (kind: Kind, id: string) => join(market.platform.config.dataDir, kind, id)

function writeClear(kind: Kind, id: string, content: string | Buffer): void {
  mkdirSync(dirname(pathOf(kind, id)), { recursive: true })
  writeFileSync(pathOf(kind, id), content)
}

/** Stores a file as servers before this release did. Returns its ID. */
async function putUpInTheClear(kind: Kind, content: string): Promise<string> {
  const id = await putUp(market, client, places[kind], content)
  await market.platform.db.pool.query(
    `update ${kindOf[kind].table} set storage_key = $2, blob_id = null, key_id = null where id = $1`,
    [id, `${kind}/${id}`],
  )
  writeClear(kind, id, content)
  return id
}

const seal = (kind: Kind, platform: Platform = market.platform, now = new Date()) =>
  sealClearFiles(platform, kindOf[kind], { signal: new AbortController().signal, now })

const read = async (kind: Kind, id: string) =>
  await (await download(market, client, kind, id)).text()

async function expectSealed(kind: Kind, id: string, content: string): Promise<void> {
  expect(existsSync(pathOf(kind, id))).toBe(false)
  const row = await readRow(market, kind, id)
  expect(row).toEqual({
    blob_id: expect.any(String),
    key_id: expect.any(String),
    storage_key: null,
  })
  expect(store.keys().filter((key) => key.includes(row.blob_id!))).toHaveLength(1)
  expect(await read(kind, id)).toBe(content)
}

const none = { sealed: 0, removed: 0, changed: 0, failed: 0, unnamed: 0, absent: 0 }

describe.each(kinds)('a start with %s in the clear', (kind) => {
  it('seals them; they are read before and after, and kept by a backup before', async () => {
    const id = await putUpInTheClear(kind, 'old,1')
    expect(await read(kind, id)).toBe('old,1')
    const kept: string[] = []
    for await (const path of listKeptFiles(market.platform)) kept.push(path)
    expect(kept).toEqual([`${kind}/${id}`])
    expect(await seal(kind)).toEqual({ ...none, sealed: 1 })
    await expectSealed(kind, id, 'old,1')
    expect(existsSync(dirname(pathOf(kind, id)))).toBe(false)
    expect(await seal(kind)).toEqual(none)
  })

  it('keeps what is not what its row describes, and says which', async () => {
    const [changed, good] = [
      await putUpInTheClear(kind, 'old,1'),
      await putUpInTheClear(kind, 'old,2'),
    ]
    writeClear(kind, changed, 'odd,1')
    expect(await seal(kind)).toEqual({ ...none, sealed: 1, changed: 1 })
    expect(readFileSync(pathOf(kind, changed), 'utf8')).toBe('odd,1')
    expect(await readRow(market, kind, changed)).toMatchObject({ blob_id: null })
    expect(lines).toMatchObject([{ level: 50, file: `${kind}/${changed}` }])
    await expectSealed(kind, good, 'old,2')
  })

  it('counts what this server does not have, which another one answers and seals', async () => {
    const id = await putUpInTheClear(kind, 'old,1')
    const { db } = market.platform
    const other = await openTestMarket(
      { s3: store.settings },
      { db, secret, dataDir: newDataDir() },
    )
    expect(await seal(kind, other.platform)).toEqual({ ...none, absent: 1 })
    await expectRefusal(download(other, client, kind, id), 'file_not_here')
    expect(await read(kind, id)).toBe('old,1')
    await seal(kind)
    expect(await (await download(other, client, kind, id)).text()).toBe('old,1')
    await other.app.close()
  })
})

describe('a start that is repeated', () => {
  /** Lets the first `count` transactions pass, and fails the next one before or after it commits. */
  function crashing(count: number, when: 'before' | 'after'): Platform {
    const { db } = market.platform
    let passed = 0
    const transaction: typeof db.transaction = async (claims, work) => {
      const isLast = passed++ === count
      if (isLast && when === 'before') throw new Error('crash')
      const result = await db.transaction(claims, work)
      if (isLast) throw new Error('crash')
      return result
    }
    return { ...market.platform, db: { ...db, transaction } }
  }

  /** Builds platforms whose first transactions end together, once there are `count` of them. */
  function meeting(count: number): () => Platform {
    const { db } = market.platform
    const { promise: areAllThere, resolve } = Promise.withResolvers<void>()
    let arrived = 0
    return () => {
      let passed = 0
      const transaction: typeof db.transaction = async (claims, work) => {
        const result = await db.transaction(claims, work)
        if (passed++ > 0) return result
        if (++arrived === count) resolve()
        await areAllThere
        return result
      }
      return { ...market.platform, db: { ...db, transaction } }
    }
  }

  it.each<[count: number, when: 'before' | 'after']>([
    [0, 'before'],
    [0, 'after'],
    [1, 'before'],
    [1, 'after'],
  ])('after a crash at transaction %i, %s it commits, seals the file', async (count, when) => {
    const id = await putUpInTheClear('evidence', 'old,1')
    expect(await seal('evidence', crashing(count, when))).toMatchObject({ sealed: 0, failed: 1 })
    expect(existsSync(pathOf('evidence', id))).toBe(true)
    expect(await read('evidence', id)).toBe('old,1')
    expect(await seal('evidence')).toMatchObject({ sealed: 1, failed: 0 })
    await expectSealed('evidence', id, 'old,1')
  })

  it('while another one seals the same file, leaves one blob', async () => {
    const id = await putUpInTheClear('attachments', 'old,1')
    const before = store.keys().length
    const both = meeting(2)
    await Promise.all([seal('attachments', both()), seal('attachments', both())])
    await expectSealed('attachments', id, 'old,1')
    expect(store.keys()).toHaveLength(before + 1)
  })

  it('keeps a file whose blob cannot be read back', async () => {
    const id = await putUpInTheClear('attachments', 'old,1')
    await seal('attachments')
    writeClear('attachments', id, 'old,1')
    const { key_id } = await readRow(market, 'attachments', id)
    await market.platform.db.pool.query(
      'update message_attachments set blob_id = $2 where id = $1',
      [id, randomUUID()],
    )
    expect(await seal('attachments')).toEqual({ ...none, failed: 1 })
    expect(existsSync(pathOf('attachments', id))).toBe(true)
    await market.platform.db.transaction(system, (tx) => destroyKeys(tx, [key_id!], new Date()))
    await seal('attachments')
    expect(existsSync(pathOf('attachments', id))).toBe(false)
  })
})

it('what no row names is removed after a week, unless the database may be the wrong one', async () => {
  rmSync(join(market.platform.config.dataDir, 'clear-files-of'), { force: true })
  const orphan = randomUUID()
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
  writeClear('attachments', orphan, 'a,b')
  writeClear('attachments', 'notes.txt', 'mine')
  expect(await seal('attachments', market.platform, inDays(8))).toEqual({ ...none, unnamed: 1 })
  await putUpInTheClear('attachments', 'old,1')
  const young = { ...none, sealed: 1, unnamed: 1 }
  expect(await seal('attachments', market.platform, inDays(6))).toEqual(young)
  // The database is known by now: no file of its rows has to be there.
  const old = { ...none, removed: 1 }
  expect(await seal('attachments', market.platform, inDays(8))).toEqual(old)
  expect(readdirSync(dirname(pathOf('attachments', orphan)))).toEqual(['notes.txt'])
})

it('a start goes on while the store is away, and seals once it is back', async () => {
  const ids = { attachments: '', evidence: '' }
  for (const kind of kinds) ids[kind] = await putUpInTheClear(kind, 'old,1')
  store.failWith(503)
  const stop = startSealing(market.platform, { retryMs: 5 })
  await eventually(() => expect(lines).toContainEqual(expect.objectContaining({ level: 40 })))
  for (const kind of kinds) expect(await read(kind, ids[kind])).toBe('old,1')
  store.failWith(null)
  await eventually(() => expect(lines.filter(({ level }) => level === 30)).toHaveLength(2))
  await stop()
  for (const kind of kinds) await expectSealed(kind, ids[kind], 'old,1')
})

it('staff are told of files that cannot be sealed, and that it is over once they are', async () => {
  const staff = await market.staff()
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const told = async (minutes: number) => {
    await alertStaff(market.platform, inMinutes(minutes))
    const { items } = await staff.api.notifications.list({ limit: 50 })
    return items.map(({ title, message }) => `${title}: ${message}`)
  }
  const id = await putUpInTheClear('evidence', 'old,1')
  writeClear('evidence', id, 'odd,1')
  const stop = startSealing(market.platform, { repeatMs: 5 })
  const isDone = ({ level, files }: { level: number; files?: string }) =>
    level === 30 && files === 'evidence'
  await eventually(async () => expect(await told(11)).toHaveLength(1))
  expect((await told(11))[0]).toMatch(
    /^Files in the clear could not be sealed: .*: 1 changed and 0 failed of evidence\.$/,
  )
  expect(await told(60)).toHaveLength(1)
  writeClear('evidence', id, 'old,1')
  await eventually(() => expect(lines.find(isDone)).toBeDefined())
  await stop()
  await expectSealed('evidence', id, 'old,1')
  expect(await told(11 * 60)).toHaveLength(1)
  expect((await told(13 * 60))[0]).toMatch(/^Over: Files in the clear/)
})
