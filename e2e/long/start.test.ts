/** Tests the promises of `npm start` about starting, stopping and crashing. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { withDatabase } from '../../apps/server/src/platform/database/command-database.ts'

const root = join(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'semblance-start-'))
const keyDir = `${dataDir}.keys`
const running = new Set<ChildProcess>()
let port: number

beforeAll(async () => {
  chmodSync(dataDir, 0o755) // root's database runs as another user, who must be able to enter
  port = await freePort()
})
afterEach(() => {
  for (const { pid } of running) process.kill(-pid!, 'SIGKILL') // with the server it has started
})
afterAll(() => {
  for (const dir of [dataDir, keyDir]) rmSync(dir, { recursive: true, force: true })
})

type Started = { child: ChildProcess; exited: Promise<number | null>; output: () => string }

const envOf = () => ({
  ...process.env,
  PORT: String(port),
  DATA_DIR: dataDir,
  KEY_DIR: keyDir,
  LOG_LEVEL: 'error',
  SAMPLE_DATA: 'off',
  DRAIN_SECONDS: '0',
})

/** Runs a command of the operator. Returns its exit code and all that it printed. */
function command(name: string, ...words: string[]): { status: number | null; output: string } {
  const run = ['run', '--silent', name, ...words]
  const done = spawnSync('npm', run, { cwd: root, env: envOf(), encoding: 'utf8' })
  return { status: done.status, output: done.stdout + done.stderr }
}

function start(): Started {
  const env = envOf()
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, detached: true })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  void exited.then(() => running.delete(child))
  return { child, exited, output: () => output }
}

async function untilReady(server: Started): Promise<void> {
  for (;;) {
    if (!running.has(server.child)) throw new Error(`The server ended:\n${server.output()}`)
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const interrupt = ({ child }: Started) => process.kill(-child.pid!, 'SIGINT')
const processesOn = (path: string) =>
  spawnSync('pgrep', ['-f', path], { encoding: 'utf8' }).stdout.trim()

/** npm may end a moment before the server it started has stopped in order. */
const untilNothingRuns = () =>
  vi.waitFor(() => expect(processesOn(dataDir)).toBe(''), { timeout: 60_000, interval: 100 })

async function askAccounts(path: string, email: string): Promise<Response> {
  const config = await fetch(`http://localhost:${port}/config.json`)
  const { supabaseKey } = (await config.json()) as { supabaseKey: string }
  return await fetch(`http://localhost:${port}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a long password' }),
  })
}

async function signUp(email: string): Promise<void> {
  expect((await askAccounts('signup', email)).status).toBe(200)
}

/** Returns why a sign-in is refused: `email_not_confirmed`, or `invalid_credentials` without an account. */
async function signInRefusal(email: string): Promise<string> {
  const answer = await askAccounts('token?grant_type=password', email)
  return ((await answer.json()) as { error_code: string }).error_code
}

it('Ctrl-C stops everything, and the next start finds the data, also after a kill; a newer schema ends a server', async () => {
  const first = start()
  await untilReady(first)
  await signUp('kept@people.test')
  expect(command('staff:add', 'ada@people.test')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^http\S+type=invite/),
  })
  expect(command('keys:rewrap')).toMatchObject({
    status: 1,
    output: expect.stringContaining('Stop the server'),
  })
  interrupt(first)
  await first.exited
  await untilNothingRuns()

  const second = start()
  await untilReady(second)
  expect(await signInRefusal('kept@people.test')).toBe('email_not_confirmed')
  await signUp('survivor@people.test')
  process.kill(Number(readFileSync(join(dataDir, 'server.pid'), 'utf8')), 'SIGKILL')
  await second.exited

  const third = start()
  await untilReady(third)
  expect(await signInRefusal('survivor@people.test')).toBe('email_not_confirmed')
  expect(await signInRefusal('nobody@people.test')).toBe('invalid_credentials')
  await raiseSchemaFloor()
  expect(await third.exited).toBe(78)
  expect(third.output()).toContain('Start a newer release')
  await untilNothingRuns()
})

/** Does what the migration of a far newer release does first. */
const raiseSchemaFloor = () =>
  withDatabase({ databaseUrl: null, dataDir }, async (db) => {
    await db.pool.query('update app.schema_floor set level = 9999')
  })

it('a taken port is named, with the way out, and nothing stays behind', async () => {
  const taken = await new Promise<Server>((resolve) => {
    const server = createServer().listen(port, () => resolve(server))
  })
  onTestFinished(() => void taken.close())
  const refused = start()
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain(`Port ${port} is taken`)
  expect(refused.output()).toContain(`PORT=${port + 1} npm start`)
  await untilNothingRuns()
})

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
