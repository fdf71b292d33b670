/** Starts and ends the processes in which the engine runs its tasks. */
import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { setPriority } from 'node:os'
import { engineEntry } from './engine-entry.ts'

export type EngineProcesses = {
  /** Returns a process that waits for one task. `heapMb` limits its JavaScript heap. */
  take: (task: { tempDir: string; heapMb: number }) => ChildProcess
  /** Takes a process back; `hasAnswered` is false if its task was cut off or it died. */
  giveBack: (child: ChildProcess, hasAnswered: boolean) => void
}

/** Runs each task in a process of its own, which is killed after it: nothing of a customer's stays in memory. */
export const processPerTask: EngineProcesses = {
  take: (task) => startEngine(engineEntry(), task),
  giveBack: (child) => child.kill('SIGKILL'),
}

let processes = processPerTask

/** Returns what this server takes its processes from. */
export const engineProcesses = (): EngineProcesses => processes

/** Sets what processes are taken from; for tests. */
export function replaceEngineProcesses(others: EngineProcesses): void {
  processes = others
}

export function startEngine(
  entry: URL,
  { tempDir, heapMb }: { tempDir: string; heapMb: number },
): ChildProcess {
  const child = fork(entry, {
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: engineEnv(tempDir),
    cwd: tempDir,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  yieldToServer(child)
  return child
}

/** Sets how far a synthesis stands back: requests come first. */
const NICENESS = 10

/** Lowers the priority of the child at once, before it starts threads, which inherit it. */
function yieldToServer({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has ended already, which its listener reports.
  }
}

/**
 * Returns the child's environment, without settings or secrets of the server. Passes the compile
 * cache on, without which each process would compile the engine again, and the operator's certificate authorities. What a library writes to the
 * temporary directory of the system goes to the run's own. Has no prototype: Node passes inherited
 * keys on as well.
 */
function engineEnv(tempDir: string): NodeJS.ProcessEnv {
  const directory = getCompileCacheDir()
  const { NODE_EXTRA_CA_CERTS } = process.env
  return Object.assign(Object.create(null) as NodeJS.ProcessEnv, {
    TMPDIR: tempDir,
    ...(directory && { NODE_COMPILE_CACHE: directory }),
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
  })
}
