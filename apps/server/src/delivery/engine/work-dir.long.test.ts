/**
 * Tests what a server that is killed in the middle of a run leaves on its disks.
 *
 * @module-tag long
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { readConfig } from '../../platform/config.ts'
import { openLease } from '../../platform/process/leases.ts'
import { openLog } from '../../platform/process/log.ts'
import { clearWork, makeWorkDir, removeWorkDir, sweepWork } from './work-dir.ts'

const MARKER = 'Wilhelmine Ottokarsdatter'

const root = mkdtempSync(join(tmpdir(), 'semblance-scratch-'))
const [workDir, systemTemp] = ['work', 'temp'].map((name) => join(root, name)) as [string, string]
const config = { ...readConfig({}), dataDir: join(root, 'data'), workDir }
const log = openLog('silent')
let db: TestDatabase
beforeAll(async () => {
  for (const dir of [workDir, systemTemp]) mkdirSync(dir)
  db = await openTestDatabase()
})
afterAll(async () => {
  await db.close()
  rmSync(root, { recursive: true })
})

/** Lists the files below a directory that hold the marker. */
const filesWithMarker = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(MARKER))

/** Starts a server that runs the engine on rows with the marker. Returns it once the engine runs. */
async function startServer() {
  const { rows } = await db.pool.query('select current_database() as name')
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../testing/scratch-server.ts')],
    {
      env: {
        ...process.env,
        DATABASE: JSON.stringify({ ...inject('postgres'), database: rows[0].name }),
        MARKER,
        WORK_DIR: workDir,
        TMPDIR: systemTemp,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void server.kill('SIGKILL'))
  const exited = once(server, 'exit')
  const [said] = await Promise.race([once(server.stdout, 'data'), exited]) // however long others take the processor
  expect(String(said)).toContain('running')
  return { kill: () => server.kill('SIGKILL'), exited }
}

/** Starts what another server does with leases and directories, at a pace for tests. */
async function startSecondServer(): Promise<void> {
  const times = { beatMs: 20, leaseMs: 300, slowBeatMs: 5000 }
  const lease = await openLease(db, { log, role: 'all', version: 'test', schemaLevel: 0, times })
  const sweep = await sweepWork({ config, db, log }, { intervalMs: 20 })
  onTestFinished(async () => {
    await sweep.end()
    await lease.end()
  })
}

it('nothing readable stays of a server that was killed in the middle of a run, once its lease has ended', async () => {
  const server = await startServer()
  expect(filesWithMarker(workDir)).not.toEqual([])
  server.kill()
  await server.exited
  expect(filesWithMarker(workDir)).not.toEqual([])
  await db.pool.query('update app.workers set identity = null') // as if on another machine
  await startSecondServer()
  await eventually(() => expect(readdirSync(join(workDir, 'work'))).toEqual([]))
  expect(filesWithMarker(root)).toEqual([])
})

it('a sweep removes what a removal has left, and nothing of a run under way', async () => {
  const dir = await makeWorkDir(config)
  await clearWork({ config, db })
  expect(existsSync(dir)).toBe(true)
  await removeWorkDir(dir)
  mkdirSync(dir) // as if a file had been busy
  await clearWork({ config, db })
  expect(existsSync(dir)).toBe(false)
})
