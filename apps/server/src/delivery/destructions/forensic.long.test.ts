/**
 * Searches all disks for originals and their keys: the data directory with the database and its log,
 * stored content, a backup, and the directory of keys.
 *
 * @module-tag long
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { fundedDeal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import { inspect, keyPathOf, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import { type Market, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
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

/** Brings everything to the disks, backs it up, and returns for each needle the files that hold it. */
async function findOnDisks(market: Market, needles: Record<string, Buffer[]>) {
  const { db, config } = market.platform
  await db.pool.query('vacuum')
  await db.pool.query('checkpoint')
  await takeBackup({
    cluster: findRunningCluster(dataDir)!,
    dataDir,
    targetDir: mkdtempSync(join(root, 'backup-')),
    secrets: createSecrets(secret),
    isContentInBucket: false,
    listFiles: () => listKeptFiles({ config, db }),
    keepCount: 1,
  })
  const found = Object.fromEntries(Object.keys(needles).map((name) => [name, [] as string[]]))
  const held = new Map<string, string[]>() // what each content holds: databases and their backups share many files
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const content = readIfThere(path)
    const hash = createHash('sha1').update(content).digest('hex')
    const names = held.get(hash) ?? namesIn(content, needles)
    held.set(hash, names)
    for (const name of names) found[name]?.push(path)
  }
  return found
}

const namesIn = (content: Buffer, needles: Record<string, Buffer[]>) =>
  Object.keys(needles).filter((name) => needles[name]!.some((form) => content.includes(form)))

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

/** Returns what to search for an original, by name, and the file of its key. */
async function traces(market: Market, name: string, id: string, canary: Buffer) {
  const path = await keyPathOf(market, id)
  const key = readFileSync(path).subarray(0, 32)
  const dataKey = (await deriveKey(market.platform, id))!
  return {
    path,
    needles: {
      [`key of ${name}`]: formsOf(key),
      [`data key of ${name}`]: formsOf(dataKey),
      [`rows of ${name}`]: [canary],
    },
  }
}

const withoutTasks = (market: Market, tasks: string[]) =>
  Object.fromEntries(Object.entries(market.app.jobs).filter(([name]) => !tasks.includes(name)))

async function openMarket() {
  mkdirSync(dataDir)
  const postgres = await startEmbeddedPostgres(dataDir)
  stops.push(postgres.stop)
  const db = openDatabase(postgres.connection)
  stops.push(db.close)
  await migrateJobs(db, openLog('error'))
  await migrate(db.pool)
  return await openTestMarket({ keyDir }, { db, dataDir, secret })
}

it('the key of an original is in KEY_DIR alone and afterwards nowhere; its rows and its data key never are on a disk', async () => {
  const market = await openMarket()
  const [client, vendor] = [await market.member('client'), await market.member('vendor')]

  const large = canaries('large', 6000, 1000)
  expect(large.csv.length).toBeGreaterThan(CHUNK_BYTES)
  const other = await fundedDeal(client, vendor)
  const inspected = await inspect(market, vendor, other.contractId, large.csv)
  const takenBack = await traces(market, 'what is taken back', inspected.uploadId, large.canary)

  const small = canaries('delivered', 400)
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await submit(market, vendor, contractId, small.csv)
  const delivered = await traces(market, 'a delivery', uploadId, small.canary)

  const panel = canaries('sample', 200)
  const offerId = await sendOffer(vendor, await postDpr(client))
  const response = await market.fetch(`/api/offers/${offerId}/sample?fileName=a.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${vendor.token}` },
    body: panel.csv,
  })
  expect(response.status).toBe(201)
  const { rows } = await market.platform.db.pool.query('select id from app.offer_samples')
  const sample = await traces(market, 'a sample', rows[0].id, panel.canary)

  const needles = { ...delivered.needles, ...takenBack.needles, ...sample.needles }
  const nowhere = Object.fromEntries(Object.keys(needles).map((name) => [name, []]))
  await runJobs(market, withoutTasks(market, ['original.destroy', 'preview.make']))
  expect(await findOnDisks(market, needles)).toEqual({
    ...nowhere,
    'key of a delivery': [delivered.path],
    'key of what is taken back': [takenBack.path],
    'key of a sample': [sample.path],
  })

  await vendor.api.deliveries.cancel({ contractId: other.contractId })
  await runJobs(market)
  expect((await vendor.api.deliveries.latest({ contractId }))!.status).toBe('ready')
  expect((await vendor.api.previews.sample({ offerId }))!.state).toBe('ready')
  expect(await findOnDisks(market, needles)).toEqual(nowhere)
})
