/**
 * A marketplace that is backed up while it trades, and brought back in another directory.
 *
 * @module-tag long
 */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import {
  actingAs,
  agree,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  pay,
} from '../testing/fixtures/deal-fixtures.ts'
import { originalExists, readOriginal, upload } from '../testing/fixtures/delivery-fixtures.ts'
import { attach } from '../testing/fixtures/dispute-fixtures.ts'
import { type Market, openTestMarket, type Person } from '../testing/fixtures/market-fixtures.ts'
import { readRow } from '../testing/fixtures/sent-file-fixtures.ts'
import { applyRestore } from './after-restore.ts'
import { openBlobKey } from './core/attachments/keys.ts'
import { findMissingContent, listKeptFiles } from './delivery/blob-gc/service.ts'
import { filesKey } from './delivery/deliveries/originals/keys.ts'
import { confirmRestore, getRestoreHold } from './money/accounting/restore-hold.ts'
import { runPayouts } from './money/payouts/service.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { type Backup, takeBackup } from './platform/backup/take-backup.ts'
import { openDatabase, system } from './platform/database/db.ts'
import { findRunningCluster } from './platform/database/embedded-cluster.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/database/embedded-postgres.ts'
import { migrate } from './platform/database/migrate.ts'
import type { Ctx } from './platform/http/context.ts'
import { sendMail } from './platform/mail/mail.ts'
import { migrateJobs } from './platform/process/jobs.ts'
import { openLog } from './platform/process/log.ts'
import { createSecrets } from './platform/security/secrets.ts'
import { openBlobs } from './platform/storage/blobs.ts'

const root = mkdtempSync(join(tmpdir(), 'semblance-restore-'))
chmodSync(root, 0o755) // the database's own user has to reach its files
const [dataDir, restoredDir, targetDir] = ['data', 'restored', 'backups'].map((name) =>
  join(root, name),
) as [string, string, string]
const secret = randomBytes(32)
const secrets = createSecrets(secret)
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  rmSync(root, { recursive: true })
})

/** Starts the embedded database of a directory and a market on it. */
async function open(dir: string): Promise<{ market: Market; postgres: EmbeddedPostgres }> {
  mkdirSync(dir, { recursive: true })
  const postgres = await startEmbeddedPostgres(dir)
  stops.push(postgres.stop)
  const db = openDatabase(postgres.connection)
  stops.push(db.close)
  await migrateJobs(db, openLog('error'))
  await migrate(db.pool)
  const market = await openTestMarket(
    { smtpUrl: 'smtp://127.0.0.1:1', keyDir: join(root, '.keys') },
    { db, dataDir: dir, secret },
  )
  return { market, postgres }
}

const integrate = (of: Market) => of.app.jobs['transparency.integrate']!({}, {} as never)

const back = (dir = targetDir) => {
  const { config, db } = market.platform
  return takeBackup({
    cluster: findRunningCluster(dataDir)!,
    dataDir,
    targetDir: dir,
    secrets,
    isContentInBucket: false,
    listFiles: () => listKeptFiles({ config, db }),
    keepCount: 2,
  })
}

let market: Market
let client: Person
let vendor: Person
let backup: Backup
let uploadId: string
let deliveredId: string
let evidence: { blob: string; key: string }
let contractId: string
/** Contracts in the order in which their payments were acknowledged. */
const acknowledged: { at: Date; contractId: string }[] = []

beforeAll(async () => {
  market = (await open(dataDir)).market
  ;[client, vendor] = [await market.member('client'), await market.member('vendor')]
  contractId = (await fundedDeal(client, vendor)).contractId
  uploadId = await upload(market, vendor, contractId, 'secret,rows\n1,2\n')
  const { blob_id, key_id } = await readRow(
    market,
    'evidence',
    await attach(market, client, contractId),
  )
  evidence = { blob: blob_id!, key: key_id! }
  deliveredId = randomUUID()
  const content = Readable.from([Buffer.from('a,b')])
  await openBlobs(market.platform.config).write({ id: deliveredId, key: randomBytes(32) }, content)
  mkdirSync(join(dataDir, 'datasets'))
  writeFileSync(join(dataDir, 'datasets/old.csv'), 'a,b') // as servers before sealing left it
  await market.platform.db.transaction(system, async (tx) => {
    const { rows } = await sql<{ delivery_id: string }>`select delivery_id from uploads`.execute(tx)
    const delivery = rows[0]!.delivery_id
    const { id: key } = await filesKey(tx, secrets, delivery)
    await sql`insert into delivery_files (delivery_id, name, bytes, sha256, storage_key, key_id)
      values (${delivery}, 'twin.csv', 3, repeat('0', 64), ${deliveredId}, ${key}),
        (${delivery}, 'old.csv', 3, repeat('0', 64), 'datasets/old.csv', null)`.execute(tx)
    await sendMail(tx, { to: 'a@people.test', subject: 'Before', paragraphs: ['B'] })
  })
  await pay(client, (await agree(client, vendor)).offerId)
  await integrate(market)
  let isTrading = true
  const trade = async () => {
    while (isTrading) {
      const deal = await agree(client, vendor)
      acknowledged.push({ at: new Date(), contractId: deal.contractId })
      await sleep(50)
    }
  }
  const trading = Promise.all([trade(), trade()])
  try {
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(3))
    backup = await back()
  } finally {
    isTrading = false
    await trading
    await integrate(market)
  }
})

const listFiles = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))

describe('a backup', () => {
  it('has the database, the manifest, delivered files and evidence, and neither an original nor the key', () => {
    expect(listFiles(backup.dir).sort()).toEqual(
      [
        'backup_manifest',
        'base.tar',
        `blobs/${deliveredId}/0`,
        `blobs/${evidence.blob}/0`,
        'datasets/old.csv',
        'meta.json',
      ].sort(),
    )
    expect(originalExists(market, uploadId)).toBe(true)
    for (const name of ['base.tar', 'meta.json']) {
      const content = readFileSync(join(backup.dir, name))
      expect(content.includes(secret.toString('base64'))).toBe(false)
      expect(content.includes(secret)).toBe(false)
    }
  })

  it('links what has not changed to the one before, and the oldest is removed', async () => {
    const inode = (of: Backup) => statSync(join(of.dir, 'blobs', deliveredId, '0')).ino
    const other = join(root, 'others')
    mkdirSync(join(other, '2020-01-01T00-00-00Z'), { recursive: true })
    cpSync(backup.dir, join(other, '2020-01-02T00-00-00Z'), { recursive: true })
    const later = await back(other)
    expect(later).toMatchObject({
      linkedCount: 3,
      filesCount: 3,
      removed: ['2020-01-01T00-00-00Z'],
    })
    expect(inode(later)).toBe(inode({ ...backup, dir: join(other, '2020-01-02T00-00-00Z') }))
    expect(
      readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('backup-')),
    ).toEqual([])
  })

  it('belongs outside the data directory', async () => {
    await expect(back(join(dataDir, 'backups'))).rejects.toThrow('outside')
  })
})

describe('a restore is refused, and changes nothing,', () => {
  const target = join(root, 'refused')
  const restore = (input: { backupDir?: string; key?: Buffer } = {}) =>
    restoreBackup({
      backupDir: input.backupDir ?? backup.dir,
      dataDir: target,
      secrets: createSecrets(input.key ?? secret),
    })

  it('with another key', async () => {
    await expect(restore({ key: randomBytes(32) })).rejects.toThrow('not the key of the backup')
    expect(existsSync(target)).toBe(false)
  })

  it('into a directory that is not empty', async () => {
    mkdirSync(target)
    writeFileSync(join(target, 'server.pid'), '1')
    await expect(restore()).rejects.toThrow('is not empty (server.pid)')
    expect(listFiles(target)).toEqual(['server.pid'])
    rmSync(target, { recursive: true })
  })

  it.each([
    ['a changed file', 'base.tar', 'is changed'],
    ['a changed manifest', 'backup_manifest', 'backup_manifest is missing or damaged'],
    ['a missing delivered file', 'blobs', '1 of 3 files are there'],
    ['no description of itself', 'meta.json', 'is not a complete backup'],
  ])('from a backup with %s', async (_, name, words) => {
    const damaged = join(root, `damaged-${name}`)
    const isRead = ['base.tar', 'blobs'].includes(name) // the others are refused before
    const filter = (path: string) => isRead || !path.endsWith('base.tar')
    cpSync(backup.dir, damaged, { recursive: true, filter })
    const path = join(damaged, name)
    if (statSync(path).isDirectory() || name === 'meta.json') rmSync(path, { recursive: true })
    else {
      const bytes = readFileSync(path)
      const at = name === 'base.tar' ? bytes.indexOf('semblance') : bytes.indexOf('"Files"') + 40
      bytes[at]! ^= 1
      writeFileSync(path, bytes)
    }
    await expect(restore({ backupDir: damaged })).rejects.toThrow(words)
    expect(existsSync(target)).toBe(false)
    rmSync(damaged, { recursive: true })
  })
})

describe('after a restore', () => {
  let restored: Market
  let staff: Awaited<ReturnType<Market['staff']>>
  beforeAll(async () => {
    await restoreBackup({ backupDir: backup.dir, dataDir: restoredDir, secrets })
    restored = (await open(restoredDir)).market
    await applyRestore(restored.platform)
    staff = await restored.staff()
  })

  const count = (query: ReturnType<typeof sql<{ count: number }>>) =>
    restored.platform.db.transaction(system, async (tx) => (await query.execute(tx)).rows[0]!.count)

  it('every contract acknowledged before the backup began is there, and the ledger is sound', async () => {
    const before = acknowledged.filter(({ at }) => at.toISOString() <= backup.takenAt)
    expect(before.length).toBeGreaterThan(3)
    const ids = before.map((deal) => deal.contractId)
    const found = await count(
      sql`select count(*)::int as count from contracts where id = any (${ids})`,
    )
    expect(found).toBe(ids.length)
    await expectSoundLedger(restored)
  })

  it('delivered files and evidence are stored, and a missing one is named', async () => {
    expect(await findMissingContent(restored.platform)).toMatchObject([
      { owner: 'files of deliveries', count: 2, missing: [] },
      { owner: 'models of deliveries', missing: [] },
      { owner: 'documents', missing: [] },
      { owner: 'attachments', missing: [] },
      { owner: 'evidence', count: 1, missing: [] },
    ])
    const blob = join(restoredDir, 'blobs', deliveredId)
    cpSync(blob, join(root, 'aside'), { recursive: true })
    rmSync(blob, { recursive: true })
    const [files] = await findMissingContent(restored.platform)
    expect(files?.missing).toEqual([deliveredId])
    cpSync(join(root, 'aside'), blob, { recursive: true })
    const { db, config } = restored.platform
    const key = await db.transaction(system, (tx) => openBlobKey(tx, secrets, evidence.key))
    const content = await openBlobs(config).getChunk({ id: evidence.blob, key: key! }, 0, 22)
    expect(content.toString()).toBe('column,distinct\nage,1\n')
    rmSync(join(restoredDir, 'blobs', evidence.blob), { recursive: true })
    expect(await findMissingContent(restored.platform)).toMatchObject([
      { missing: [] },
      { missing: [] },
      { missing: [] },
      { missing: [] },
      { owner: 'evidence', missing: [evidence.blob] },
    ])
  })

  it('no original opens, its key is destroyed, and its vendor is asked for the file again', async () => {
    expect(originalExists(restored, uploadId)).toBe(false)
    expect(await readOriginal(restored, uploadId)).toBeNull()
    const keys = await count(
      sql`select count(*)::int as count from app.delivery_keys where upload_id is not null and wrapped_key is not null`,
    )
    expect(keys).toBe(0)
    const { rows } = await restored.platform.db.transaction(system, (tx) =>
      sql<{ status: string; reason: string }>`select status, reason from deliveries`.execute(tx),
    )
    expect(rows).toMatchObject([
      { status: 'draft', reason: expect.stringContaining('upload the files again') },
    ])
    expect(await readOriginal(market, uploadId)).not.toBeNull()
  })

  it('all are signed out', async () => {
    await expect(
      restored.apiFor(client.token).notifications.list({ side: 'client' }),
    ).rejects.toMatchObject({ status: 401 })
  })

  it('the transparency log signs nothing until staff open a new one, which names what was published', async () => {
    const published = (await market.visitor.transparency.status()).logs[0]!.checkpoint!
    const { api } = staff
    const read = async () => (await restored.visitor.transparency.status()).logs
    const before = (await read())[0]!
    expect(before).toMatchObject({ state: 'rolled_back', origin: 'semblance.test/log' })
    expect(before.checkpoint!.size < published.size).toBe(true)
    const { items } = await api.audit.list({ action: 'log.roll_back', limit: 5 })
    expect(items).toMatchObject([{ actorName: null, object: 'log:1' }])
    await integrate(restored)
    expect((await read())[0]!.checkpoint).toEqual(before.checkpoint)
    expect(await api.transparency.openLog()).toEqual({ origin: 'semblance.test/log/2' })
    await integrate(restored)
    const [newest, closed] = await read()
    expect(newest).toMatchObject({ number: 2, state: 'open', path: '/log/2' })
    expect(JSON.parse(newest!.firstLeaf!.payload).body).toMatchObject({
      reason: 'rolled_back',
      previous: { origin: 'semblance.test/log', size: Number(published.size) },
    })
    expect(closed).toMatchObject({ state: 'closed', checkpoint: before.checkpoint })
    expect(await api.transparency.check()).toMatchObject({ violations: [], stagedCount: 0 })
  })

  it('the same restore is applied once', async () => {
    expect(existsSync(join(restoredDir, 'restored.json'))).toBe(false)
    const config = { ...restored.platform.config, restoredAt: new Date(backup.takenAt) }
    await applyRestore({ ...restored.platform, config })
    expect(await count(sql`select count(*)::int as count from app.restores`)).toBe(1)
  })

  it('only staff see and end the hold, and not before the bank’s statements of the time lost are read', async () => {
    const { api } = await restored.member('both')
    await expectRefusal(api.books.staff.confirmRestore({ mails: 'send' }), 'not_permitted')
    const stripe = { secretKey: 'sk_test', webhookSecrets: [], apiBase: 'http://stripe.test' }
    const { platform } = restored
    const atStripe = {
      ...restored,
      platform: { ...platform, config: { ...platform.config, stripe } },
    }
    const asStaff = <T>(work: (ctx: Ctx) => Promise<T>) => actingAs(atStripe, staff, work)
    expect((await asStaff(getRestoreHold))?.uncoveredDays).not.toEqual([])
    await expectRefusal(
      asStaff((ctx) => confirmRestore(ctx, staff.userId, { mails: 'send' })),
      'gap_not_covered',
    )
  })

  const beforeMail = () =>
    restored.platform.db.transaction(system, (tx) =>
      tx
        .selectFrom('app.mails')
        .select(['id', 'failure'])
        .where('subject', '=', 'Before')
        .executeTakeFirstOrThrow(),
    )

  it('no money and no earlier mail leaves before staff confirm, and both do then', async () => {
    const waiting = () =>
      count(sql`select count(*)::int as count from bank_instructions where state = 'queued'`)
    await restored.app.jobs['bank.resume']!({}, {} as never)
    const { key } = await restored.platform.db.transaction(
      system,
      async (tx) =>
        (
          await sql<{
            key: string
          }>`select key from bank_instructions where state = 'queued'`.execute(tx)
        ).rows[0]!,
    )
    await restored.app.jobs['bank.submit']!({ key }, {} as never)
    const mail = await beforeMail()
    await restored.app.jobs['mail.send']!(mail, {} as never) // would fail: there is no mail server
    await runPayouts(restored.platform, new Date())
    expect(await waiting()).toBe(1)
    const { api } = staff
    const { mailsCount } = (await api.books.staff.overview()).restore!
    expect(mailsCount).toBeGreaterThan(0)
    expect((await api.books.staff.overview()).restore).toMatchObject({
      restoredTo: new Date(backup.takenAt),
      uncoveredDays: [],
      instructionsCount: 1,
    })
    await api.books.staff.confirmRestore({ mails: 'discard' })
    expect((await api.books.staff.overview()).restore).toBeNull()
    await expectRefusal(api.books.staff.confirmRestore({ mails: 'send' }), 'not_found')
    await restored.app.jobs['bank.submit']!({ key }, {} as never)
    expect(await waiting()).toBe(0)
    expect((await beforeMail()).failure).toContain('Discarded')
    const { items } = await api.audit.list({ action: 'database.confirm_restore' })
    expect(items).toHaveLength(1)
  })
})
