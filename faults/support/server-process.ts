/** A server as operators run it: `src/main.ts` as a process of its own, which tests kill and start again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 40_000

export type ServerProcess = {
  url: string
  dataDir: string
  pid: () => number
  /** Returns false also while it stands still after SIGSTOP. */
  isRunning: () => boolean
  /** Starts it, again after a kill; resolves when it is ready. */
  start: () => Promise<void>
  signal: (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void
  /** Resolves with the exit code, null after a signal. */
  exited: () => Promise<number | null>
  /** Lists the process IDs of its synthesis engine. */
  engines: () => number[]
  /** Lists the directories of clear originals that exist now. */
  workDirs: () => string[]
  /** Returns the end of what it has printed. */
  output: () => string
  /** Stops it in order and removes its files. */
  remove: () => Promise<void>
}

/** Returns a server that is not started yet. `env` comes on top of the environment of the tests. */
export async function newServer(env: Record<string, string>): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'semblance-faults-'))
  const keyDir = env.KEY_DIR ?? `${dataDir}.keys`
  let child: ChildProcess | undefined
  let exit: Promise<number | null> = Promise.resolve(null)
  let output = ''
  let isStill = false
  const isAlive = () => child?.exitCode === null && child.signalCode === null
  const isRunning = () => isAlive() && !isStill
  const signal: ServerProcess['signal'] = (name) => {
    isStill = name === 'SIGSTOP'
    child?.kill(name)
  }
  return {
    url,
    dataDir,
    pid: () => child!.pid!,
    isRunning,
    start: async () => {
      const started = spawn(join(root, 'node_modules/.bin/node'), ['apps/server/src/main.ts'], {
        cwd: root,
        env: {
          ...{ ...process.env, LOG_LEVEL: 'warn', RATE_LIMIT_SESSION: 'off', ...env },
          ...{ PORT: port, DATA_DIR: dataDir, KEY_DIR: keyDir },
        },
      })
      child = started
      exit = new Promise((resolve) => started.once('exit', resolve))
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk) => {
          output = (output + chunk).slice(-20_000)
        })
      await untilReady(url, isAlive, () => output)
    },
    signal,
    exited: () => exit,
    engines: () => (isRunning() ? enginesOf(child!.pid!) : []),
    workDirs: () => listNames(join(env.WORK_DIR ?? dataDir, 'work')),
    output: () => output,
    remove: async () => {
      if (isAlive()) {
        child!.kill('SIGCONT')
        child!.kill('SIGTERM')
        const killer = setTimeout(() => signal('SIGKILL'), STOP_LIMIT_MS)
        await exit
        clearTimeout(killer)
      }
      for (const dir of [dataDir, keyDir]) rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function untilReady(url: string, isAlive: () => boolean, output: () => string) {
  for (const giveUpAt = Date.now() + START_LIMIT_MS; Date.now() < giveUpAt; await sleep(100)) {
    if (!isAlive()) throw new Error(`The server ended before it was ready:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error(`The server was not ready in time:\n${output()}`)
}

function enginesOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)])
  const lines = stdout.toString().split('\n')
  return lines
    .filter((line) => /engine\.worker\.[jt]s/.test(line))
    .map((line) => Number.parseInt(line, 10))
}

const listNames = (dir: string) => (existsSync(dir) ? readdirSync(dir) : [])

/** Returns a port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
