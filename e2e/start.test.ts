/** Tests the promises of `npm start` about starting, stopping and crashing. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'

const root = join(import.meta.dirname, '..')
const dataDir = mkdtempSync(join(tmpdir(), 'semblance-start-'))
const running = new Set<ChildProcess>()
let port: number

beforeAll(async () => {
  chmodSync(dataDir, 0o755) // root's database runs as another user, who must be able to enter
  port = await freePort()
})
afterEach(() => {
  for (const { pid } of running) process.kill(-pid!, 'SIGKILL') // with the server it has started
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function start(): { child: ChildProcess; exited: Promise<number | null>; output: () => string } {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, detached: true })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  void exited.then(() => running.delete(child))
  return { child, exited, output: () => output }
}

async function untilReady(server: ReturnType<typeof start>): Promise<void> {
  for (;;) {
    if (!running.has(server.child)) throw new Error(`The server ended:\n${server.output()}`)
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const interrupt = ({ child }: { child: ChildProcess }) => process.kill(-child.pid!, 'SIGINT')
const processesOn = (path: string) =>
  spawnSync('pgrep', ['-f', path], { encoding: 'utf8' }).stdout.trim()

/** npm may end a moment before the server it started has stopped in order. */
const untilNothingRuns = () =>
  vi.waitFor(() => expect(processesOn(dataDir)).toBe(''), { timeout: 15_000, interval: 100 })

async function signUp(email: string): Promise<void> {
  const config = await fetch(`http://localhost:${port}/config.json`)
  const { supabaseKey } = (await config.json()) as { supabaseKey: string }
  const answer = await fetch(`http://localhost:${port}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a long password' }),
  })
  expect(answer.status).toBe(200)
}

async function mailsTo(email: string): Promise<number> {
  const answer = await fetch(`http://localhost:${port}/dev/mailbox/messages?to=${email}`)
  return ((await answer.json()) as unknown[]).length
}

it('Ctrl-C stops everything that was started, and the next start finds the data', async () => {
  const first = start()
  const email = `kept-${Date.now()}@people.test`
  await untilReady(first)
  await signUp(email)
  interrupt(first)
  await first.exited
  await untilNothingRuns()

  const second = start()
  await untilReady(second)
  expect(await mailsTo(email)).toBe(1)
  interrupt(second)
  await second.exited
  await untilNothingRuns()
}, 120_000)

it('a server that was killed leaves a database that the next start recovers', async () => {
  const first = start()
  const email = `survivor-${Date.now()}@people.test`
  await untilReady(first)
  await signUp(email)
  process.kill(Number(readFileSync(join(dataDir, 'server.pid'), 'utf8')), 'SIGKILL')
  await first.exited

  const second = start()
  await untilReady(second)
  expect(await mailsTo(email)).toBe(1)
  interrupt(second)
  await second.exited
  await untilNothingRuns()
}, 120_000)

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
}, 60_000)

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
