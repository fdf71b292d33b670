/** Tests the commands for backup and restore on an installation that is trading, and is lost after it. */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../apps/server/src/money/ledger/service.ts'
import { system } from '../apps/server/src/platform/database/db.ts'
import type { Installation } from './support/cluster.ts'
import { advance, type Deal, newDeal } from './support/deal.ts'
import {
  makeDatabase,
  type Place,
  runCommand,
  settingsOf,
  signInAgain,
  startEmbedded,
} from './support/embedded.ts'
import { payOut } from './support/phases.ts'
import { freePort } from './support/server-process.ts'
import { note, printSummary, seconds } from './support/summary.ts'
import { expectAllOnce } from './support/verify.ts'
import { startWriting } from './support/write-load.ts'

/** Lets work go on after the backup, which the restore will lack. */
const AFTER_MS = 3000

/** Keeps uploads and payments going for as long as the backup is taken. */
const BUSY_DEALS = 4

const root = mkdtempSync(join(tmpdir(), 'semblance-backup-'))
const targetDir = join(root, 'backups')
let place: Place
let restored: Place
let lost: Installation
let found: Installation | undefined
beforeAll(async () => {
  chmodSync(root, 0o755) // root's database runs as another user, who must be able to enter
  const secret = randomBytes(32)
  place = { dataDir: join(root, 'data'), port: await freePort(), secret }
  restored = { ...place, dataDir: join(root, 'restored') }
  mkdirSync(place.dataDir)
  lost = await startEmbedded(place, await makeDatabase(place))
})
afterAll(async () => {
  printSummary()
  await found?.close()
  await lost?.close()
  rmSync(root, { recursive: true, force: true })
})

/** Takes deals from the offer to the release, one after the other, until `isOver`. */
async function trade(name: string, isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number += 1)
    await advance(lost, newDeal(`${name}, ${number}`), 'released')
}

/** Runs a command of the operator. */
const run = (script: string, args: string[], where: Place, env: Record<string, string> = {}) =>
  runCommand(script, args, { ...settingsOf(where), ...env })

async function backUp(): Promise<string> {
  const since = Date.now()
  const { code, output } = await run('backup', [targetDir], place)
  expect(output).toContain('is complete and verified')
  expect(code).toBe(0)
  note('Backup under load', `taken in ${seconds(Date.now() - since)}`)
  return join(targetDir, readdirSync(targetDir).filter((name) => !name.startsWith('.'))[0]!)
}

const query = async <Row>(text: string): Promise<Row[]> =>
  await found!.db.transaction(system, async (tx) => (await sql.raw<Row>(text).execute(tx)).rows)

/** Downloads a deal's twin from the restored server. Returns its SHA-256. */
async function downloadTwin(deal: Deal): Promise<string> {
  const again: Deal = { ...deal, done: 'ready', twin: null }
  await advance(found!, again, 'downloaded')
  return createHash('sha256').update(Buffer.concat(again.twin!.parts)).digest('hex')
}

test('a backup under load brings back all that was acknowledged before it, and nothing that was destroyed', async () => {
  const [done, open] = [newDeal('Delivered before'), newDeal('Uploaded before')]
  await Promise.all([advance(lost, done, 'downloaded'), advance(lost, open, 'half_uploaded')])
  const load = startWriting(lost, 'Around the backup')
  let isOver = false
  const trading = Array.from({ length: BUSY_DEALS }, (_, index) =>
    trade(`Busy ${index}`, () => isOver),
  )
  await sleep(1000)
  const before = load.acknowledged()
  expect(before.length).toBeGreaterThan(0)
  const backup = await backUp()
  const during = load.acknowledged()
  await sleep(AFTER_MS)
  isOver = true
  await Promise.all(trading)
  await load.stop()
  expect(during.length).toBeGreaterThan(before.length)
  expect(load.acknowledged().length).toBeGreaterThan(during.length)
  await advance(lost, done, 'released')
  await payOut(lost, [done])
  await expectAllOnce(lost, [done]) // the backup has disturbed nothing
  lost.servers[0]!.signal('SIGKILL')
  await lost.servers[0]!.exited()

  const files = readdirSync(backup, { recursive: true }).map(String)
  expect(files).not.toContain('secret-key')
  expect(files.filter((name) => name.includes('CACHEDIR.TAG'))).toEqual([]) // no keys of originals
  const original = join('blobs', open.uploadPath.split('/').at(-1)!)
  expect(readdirSync(join(place.dataDir, original))).toHaveLength(1)
  expect(files.filter((name) => name.includes(original))).toEqual([])
  expect(files.some((name) => name.startsWith('blobs/'))).toBe(true) // twins
  const key = [place.secret, Buffer.from(place.secret.toString('base64'))]
  const base = readFileSync(join(backup, 'base.tar'))
  for (const form of key) expect(base.includes(form)).toBe(false)

  const other = { SECRET_KEY: randomBytes(32).toString('base64') }
  expect((await run('restore', [backup], restored, { SECRET_KEY: '' })).code).toBe(1)
  expect((await run('restore', [backup], restored, other)).code).toBe(1)
  const since = Date.now()
  expect(await run('restore', [backup], restored)).toMatchObject({ code: 0 })
  const check = await run('restore:check', [], restored)
  expect(check.output).toContain('The ledger is sound, and all content is stored.')
  expect(check.code).toBe(0)
  found = await startEmbedded(restored, lost.parties)
  note('Backup under load', `restored, checked and started in ${seconds(Date.now() - since)}`)

  const names = (await query<{ id: string }>('select id from dprs')).map(({ id }) => id)
  expect(before.filter((id) => !names.includes(id))).toEqual([])
  expect(await found.db.transaction(system, verifyLedger)).toEqual([])
  // Sessions have ended; passwords are those of then.
  await expect(found.apiOf(found.parties.client.token).organizations.viewer()).rejects.toThrow()
  found.parties = await signInAgain(found)
  expect(await downloadTwin(done)).toBe(done.twin!.sha256)
  // No original is there, neither one destroyed before nor one that was just uploaded.
  expect(await query(`select id from uploads where state = 'open'`)).toEqual([])
  const vendor = found.apiOf(found.parties.vendor.token)
  const delivery = await vendor.deliveries.latest({ contractId: open.contractId })
  expect(['draft', undefined]).toContain(delivery?.status)
  // Money waits for the bank's statements.
  expect(await query('select confirmed_at from app.restores')).toEqual([{ confirmed_at: null }])
})
