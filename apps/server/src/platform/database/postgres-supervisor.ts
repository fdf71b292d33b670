/** Starts the embedded PostgreSQL again when it ends unexpectedly. */
import type { ChildProcess } from 'node:child_process'

/** Sets the wait before a start; it doubles with each death in the window, as for a disk that is full. */
const RESTART_DELAY_MS = 500
const DEATH_WINDOW_MS = 10 * 60_000
const MAX_DEATHS = 5

export type SupervisorOptions = {
  /** Receives each line that PostgreSQL writes to its log. */
  onLine?: (line: string) => void
  /** Called once when PostgreSQL has died too often to be started again. */
  onGone?: (error: Error) => void
}

/**
 * Returns how long to wait before the next start, or null after too many deaths within ten minutes.
 * `deathsMs` lists the times of all deaths, the last one now.
 */
export function restartDelayMs(deathsMs: readonly number[]): number | null {
  const nowMs = Math.max(...deathsMs)
  const recent = deathsMs.filter((at) => at > nowMs - DEATH_WINDOW_MS).length
  return recent > MAX_DEATHS ? null : RESTART_DELAY_MS * 2 ** (recent - 1)
}

/** Watches over a server that runs, and over those that `start` makes after it. `stop` ends it for good. */
export function supervise(
  running: ChildProcess,
  start: () => ChildProcess,
  { onLine, onGone }: SupervisorOptions,
): { stop: () => Promise<void> } {
  let server = running
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  const deathsMs: number[] = []
  const startAgain = () => {
    server = start()
    follow()
  }
  const onDeath = (how: string) => {
    if (isStopping) return
    deathsMs.push(Date.now())
    const delayMs = restartDelayMs(deathsMs)
    if (delayMs === null)
      return onGone?.(new Error(`PostgreSQL ended (${how}), too often to start it again.`))
    onLine?.(`PostgreSQL ended unexpectedly (${how}); it starts again in ${delayMs / 1000} s`)
    timer = setTimeout(startAgain, delayMs)
  }
  const follow = () => {
    server.once('exit', (code, signal) => onDeath(signal ?? `exit code ${code}`))
    server.once('error', ({ message }) => onDeath(message)) // it did not even start
  }
  follow()
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      if (server.exitCode !== null || server.signalCode !== null) return
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT') // "fast": open transactions are rolled back, then a clean stop
      await exited
    },
  }
}
