/** The engine's processes in tests: kept for further tasks, as loading and warming up cost most of a small one. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import {
  processPerTask,
  replaceEngineProcesses,
  startEngine,
} from '../src/delivery/engine/processes.ts'

const entry = new URL('./kept-engine.ts', import.meta.url)
const idle: ChildProcess[] = []

/** Runs all tasks from here on in kept processes. */
export function keepEngines(): void {
  replaceEngineProcesses({
    take: (task) => takeIdle() ?? startEngine(entry, task),
    giveBack: (child, hasAnswered) => {
      if (!hasAnswered || child.killed) return void child.kill('SIGKILL')
      for (const event of ['message', 'error', 'close']) child.removeAllListeners(event)
      child.stderr?.removeAllListeners('data')
      idle.push(child)
    },
  })
}

function takeIdle(): ChildProcess | undefined {
  const child = idle.pop()
  return child && !child.connected ? takeIdle() : child
}

/** Does something whose tasks run as on a server, a process each, for tests of processes that die or are watched. */
export async function runEachTaskAlone<T>(work: () => Promise<T>): Promise<T> {
  replaceEngineProcesses(processPerTask)
  try {
    return await work()
  } finally {
    keepEngines()
  }
}

/** Lists the process IDs of tasks that run alone. */
export function engineProcesses(): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
  return stdout
    .toString()
    .split('\n')
    .filter((line) => /engine\.worker\.[jt]s/.test(line))
    .map((line) => Number.parseInt(line, 10))
}
