/**
 * Searches all disks for originals and their keys: the data directory with the database and its log,
 * stored content, a backup, and the directory of keys.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { fundedDeal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import { inspect, keyPathOf, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { takeBackup } from '../../platform/backup/take-backup.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { findRunningCluster } from '../../platform/database/embedded-cluster.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { migrateJobs } from '../../platform/process/jobs.ts'
import { openLog } from '../../platform/process/log.ts'
import { createSecrets } from '../../platform/security/secrets.ts'
import { CHUNK_BYTES } from '../../platform/storage/blobs.ts'
import { listKeptFiles } from '../blob-gc/service.ts'
import { deriveKey } from './service.ts'

const root = mkdtempSync(join(tmpdir(), 'semblance-forensic-'))
chmodSync(root, 0o755) // the database's own user has to reach its files
const dataDir = join(root, 'data')
const keyDir = join(root, 'keys')
const secret = randomBytes(32)
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  rmSync(root, { recursive: true })
})

let market: Market
let client: Person
let vendor: Person
beforeAll(async () => {
  mkdirSync(dataDir)
  const postgres = await startEmbeddedPostgres(dataDir)
  stops.push(postgres.stop)
  const db = openDatabase(postgres.connection)
  stops.push(db.close)
  await migrateJobs(db, openLog('error'))
  await migrate(db.pool)
  market = await openTestMarket({ keyDir }, { db, dataDir, secret })
  ;[client, vendor] = [await market.member('client'), await market.member('vendor')]
})

/** Numbers the backups, which have the second of their time as a name. */
let backups = 0

/** Brings everything to the disks, backs it up, and returns the files that hold one of the needles. */
async function findOnDisks(needles: Buffer[]): Promise<string[]> {
  const { db, config } = market.platform
  await db.pool.query('vacuum')
  await db.pool.query('checkpoint')
  backups += 1
  await takeBackup({
    cluster: findRunningCluster(dataDir)!,
    dataDir,
    targetDir: join(root, `backup-${backups}`),
    secrets: createSecrets(secret),
    isContentInBucket: false,
    listFiles: () => listKeptFiles({ config, db }),
    keepCount: 1,
  })
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readIfThere(path)
      return needles.some((needle) => content.includes(needle))
    })
    .map((path) => path.slice(root.length + 1))
}

/** Returns the content of a file; nothing of one that PostgreSQL has removed since it was listed. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Writes a key in every form that a row or a file might hold. */
const formsOf = (key: Buffer) => [
  key,
  ...(['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(key.toString(form))),
]

async function keysOf(id: string): Promise<{ key: Buffer; dataKey: Buffer; path: string }> {
  const path = await keyPathOf(market, id)
  const key = Buffer.from(readFileSync(path).subarray(0, 32))
  return {
    key,
    dataKey: (await deriveKey(market.platform, id))!,
    path: path.slice(root.length + 1),
  }
}

/** Makes rows of which each has a canary in it: an address that nothing else has. */
function canaries(name: string, rows: number, padding = 0): { csv: string; canary: Buffer } {
  const canary = `${name}-${randomBytes(6).toString('hex')}`
  const lines = Array.from({ length: rows }, (_, i) => {
    const text = padding === 0 ? '' : `,${randomBytes(padding / 2).toString('hex')}`
    return `${20 + ((i * 7) % 50)},${canary}-${i}@people.test${text}`
  })
  return {
    csv: `age,email${padding === 0 ? '' : ',note'}\n${lines.join('\n')}\n`,
    canary: Buffer.from(canary),
  }
}

const until = (task: string) =>
  Object.fromEntries(Object.entries(market.app.jobs).filter(([name]) => name !== task))

async function expectGone({ key, dataKey }: { key: Buffer; dataKey: Buffer }, canary: Buffer) {
  expect(await findOnDisks([canary, ...formsOf(key), ...formsOf(dataKey)])).toEqual([])
}

describe('an original', () => {
  it('that is delivered: its key is in KEY_DIR alone, and afterwards nowhere; its rows and its data key never are', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const { csv, canary } = canaries('delivered', 400)
    const { uploadId } = await submit(market, vendor, contractId, csv)
    const keys = await keysOf(uploadId)
    await runJobs(market, until('original.destroy'))
    expect(await findOnDisks(formsOf(keys.key))).toEqual([keys.path])
    expect(await findOnDisks([canary, ...formsOf(keys.dataKey)])).toEqual([])
    await runJobs(market)
    expect((await vendor.api.deliveries.latest({ contractId }))!.status).toBe('ready')
    await expectGone(keys, canary)
  })

  it('of several chunks that is taken back leaves as little', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const { csv, canary } = canaries('large', 6000, 1000)
    expect(csv.length).toBeGreaterThan(CHUNK_BYTES)
    const { uploadId } = await inspect(market, vendor, contractId, csv)
    const keys = await keysOf(uploadId)
    expect(await findOnDisks(formsOf(keys.key))).toEqual([keys.path])
    await vendor.api.deliveries.cancel({ contractId })
    await runJobs(market)
    await expectGone(keys, canary)
  })
})

it('a sample leaves neither its rows nor its keys', async () => {
  const offerId = await sendOffer(vendor, await postDpr(client))
  const { csv, canary } = canaries('sample', 200)
  const response = await market.fetch(`/api/offers/${offerId}/sample?fileName=a.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${vendor.token}` },
    body: csv,
  })
  expect(response.status).toBe(201)
  const { rows } = await market.platform.db.pool.query('select id from app.offer_samples')
  const keys = await keysOf(rows[0].id)
  expect(await findOnDisks(formsOf(keys.key))).toEqual([keys.path])
  await runJobs(market)
  expect((await vendor.api.previews.sample({ offerId }))!.state).toBe('ready')
  await expectGone(keys, canary)
})
