/** The API server of the development loop: a child process that restarts when its files change. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FSWatcher } from 'vite'

const root = join(import.meta.dirname, '../..')

/** Directories whose files the server imports or reads at start. */
const SOURCES = [
  'apps/server/src',
  'apps/server/migrations',
  'packages/contract/src',
  'packages/synth/src',
].map((path) => join(root, path))

/** An editor that saves all its files causes one restart. */
const DEBOUNCE_MS = 50
/** After this a running job is cut off; the next start takes it up again. */
const STOP_LIMIT_MS = 2000
const POLL_MS = 25

export type ApiState = 'starting' | 'up' | 'down'

export type ApiServer = {
  state: () => ApiState
  restartOnChange: (watcher: FSWatcher) => void
  stop: () => Promise<void>
}

/** Starts the server, which reports `up` once `/readyz` does, and `down` after a crash. */
export function startApiServer(port: number, env: NodeJS.ProcessEnv): ApiServer {
  let state: ApiState = 'down'
  let child = launch()
  const changed = new Set<string>()
  let restarting = false
  let stopped = false

  function launch(): ChildProcess {
    state = 'starting'
    const next = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: root,
      env,
      stdio: 'inherit',
      detached: true, // Ctrl-C reaches the development loop alone, which stops this in order
    })
    next.once('exit', () => {
      if (child !== next) return
      state = 'down'
      if (!restarting && !stopped)
        console.error('  The server ended. It restarts when a file changes.')
    })
    void untilReady(port, next).then((isReady) => {
      if (isReady && child === next) state = 'up'
    })
    return next
  }

  async function restart(): Promise<void> {
    while (changed.size > 0 && !stopped) {
      state = 'starting'
      await sleep(DEBOUNCE_MS)
      console.log(`  ${[...changed].map((path) => relative(root, path)).join(', ')} changed`)
      changed.clear()
      await end(child)
      if (!stopped) child = launch()
    }
  }

  return {
    state: () => state,
    restartOnChange: (watcher) => {
      watcher.add(SOURCES)
      watcher.on('all', (_event, path) => {
        if (!isServerSource(path)) return
        changed.add(path)
        if (restarting) return
        restarting = true
        void restart().finally(() => {
          restarting = false
        })
      })
    },
    stop: async () => {
      stopped = true
      await end(child)
    },
  }
}

const isServerSource = (path: string) =>
  SOURCES.some((source) => path.startsWith(`${source}/`)) &&
  /\.(ts|json|sql|csv)$/.test(path) &&
  !path.endsWith('.test.ts')

/** Returns false if the process ends before it answers. */
async function untilReady(port: number, child: ChildProcess): Promise<boolean> {
  while (isRunning(child)) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null)
    if (answer?.ok) return true
    await sleep(POLL_MS)
  }
  return false
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await exited
  clearTimeout(killer)
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null
