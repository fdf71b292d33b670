/** The real server as a child process: a free port, a data directory of its own, sample data. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const startLimitMs = 600_000
const stopLimitMs = 30_000

export type RunningServer = { url: string; pid: number; stop: () => Promise<void> }

type Start = {
  /** Makes the datasets of the samples' past contracts, too. */
  hasOldSamples?: boolean
  /** Makes the datasets of the samples from the first rows of their files. */
  hasShortSamples?: boolean
  /** False starts a server that answers calls alone where the web application is not built. */
  needsPages?: boolean
  /** Further settings. */
  env?: Record<string, string>
}

/** Starts a server with sample data. */
export async function startServer({
  hasOldSamples = false,
  hasShortSamples = false,
  needsPages = true,
  env = {},
}: Start = {}): Promise<RunningServer> {
  if (needsPages && !existsSync(join(root, 'apps/web/dist/index.html')))
    throw new Error('The web application is not built: npm run build')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'semblance-e2e-'))
  // Root's database runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755)
  const settings = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    KEY_DIR: `${dataDir}.keys`,
    SAMPLE_DATA: hasOldSamples ? 'on' : 'recent',
    LOG_LEVEL: 'warn',
    BANK_DAY_SECONDS: '0.5',
    ENGINE_MEMORY_MB: '16384', // four slots, so that no file waits for another's synthesis
    ...env,
  }
  const run = (program: string) =>
    spawn(join(root, 'node_modules/.bin/node'), [program], { cwd: root, env: settings })
  if (hasShortSamples) await untilDone(run('apps/server/testing/samples/load-short-samples.ts'))
  const child = run('apps/server/src/main.ts')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000)
    })
  const stop = async () => {
    await end(child)
    for (const dir of [dataDir, `${dataDir}.keys`]) rmSync(dir, { recursive: true, force: true })
  }
  try {
    await untilReady(url, child)
  } catch (error) {
    await stop()
    throw new Error(`${(error as Error).message}\n${output}`)
  }
  return { url, pid: child.pid!, stop }
}

/** Waits for a program to succeed. */
async function untilDone(child: ChildProcess): Promise<void> {
  child.stdout?.resume()
  const said = child.stderr ? text(child.stderr) : ''
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The samples were not loaded:\n${await said}`)
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + startLimitMs
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready.')
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`The server was not ready within ${startLimitMs / 1000} s.`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await exited
  clearTimeout(killer)
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
