/**
 * Seconds from `npm start` to the first page: on a fresh clone (installing and building included),
 * and again on the same clone. Prints one JSON object.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const clone = mkdtempSync(join(tmpdir(), 'semblance-clone-'))
chmodSync(clone, 0o755) // root's database runs as another user, who must be able to enter

try {
  spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' })
  const coldSeconds = await secondsToFirstPage()
  const warmSeconds = await secondsToFirstPage()
  console.log(JSON.stringify({ benchmark: 'start', coldSeconds, warmSeconds }))
} finally {
  rmSync(clone, { recursive: true, force: true })
}

async function secondsToFirstPage(): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const env = { ...process.env, PORT: String(port), LOG_LEVEL: 'warn' }
  const server = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  while (!(await answers(`http://localhost:${port}/`))) {
    if (server.exitCode !== null) throw new Error('npm start ended before it served a page.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - start) / 1000
  process.kill(-server.pid!, 'SIGINT')
  await exited
  return Number(seconds.toFixed(2))
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
