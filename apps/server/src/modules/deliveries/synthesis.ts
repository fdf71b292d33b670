/** The synthesis engine, asked from the server's thread and run in another. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SynthesisStage, TableReport } from '@semblance/synth'

export type Task =
  | { name: 'inspect'; inputPath: string; tempDir: string }
  | {
      name: 'synthesize'
      inputPath: string
      outputDir: string
      tempDir: string
      threads: number
      memoryLimitMb: number
    }

export type FromWorker =
  | { type: 'progress'; stage: SynthesisStage; fraction: number }
  | { type: 'done'; result: TableReport | null }
  | Ending

/** `reason` is written for the person who uploaded the file. */
type Ending = { type: 'refused'; reason: string } | { type: 'aborted' }

export type Outcome<T> = { type: 'done'; result: T } | Ending

export type Progress = { stage: SynthesisStage; fraction: number }

type Paths = { inputPath: string; tempDir: string }

/** DuckDB's share of memory, and the heap of the thread that fits the model, in MiB. */
const DUCKDB_MEMORY_MB = 1024
const HEAP_MB = 2048

/** How long an aborted task may take to clean up after itself. */
const ABORT_GRACE_MS = 10_000

/** Reads the whole table, so that what can't be synthesized is refused before the contract moves. */
export async function inspectInWorker(paths: Paths, signal: AbortSignal): Promise<Outcome<null>> {
  return (await runTask({ name: 'inspect', ...paths }, { signal })) as Outcome<null>
}

export async function synthesizeInWorker(
  paths: Paths & { outputDir: string },
  options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<Outcome<TableReport>> {
  const threads = Math.max(1, availableParallelism() - 1) // one core stays with the server
  const task = { name: 'synthesize', ...paths, threads, memoryLimitMb: DUCKDB_MEMORY_MB } as const
  return (await runTask(task, options)) as Outcome<TableReport>
}

type RunOptions = { signal: AbortSignal; onProgress?: (progress: Progress) => void }

async function runTask(task: Task, { signal, onProgress }: RunOptions): Promise<Outcome<unknown>> {
  if (signal.aborted) return { type: 'aborted' }
  const worker = new Worker(new URL('./synthesis.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  })
  const stop = () => {
    worker.postMessage('abort')
    setTimeout(() => void worker.terminate(), ABORT_GRACE_MS).unref()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<Outcome<unknown>>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'progress') onProgress?.(message)
        else resolve(message)
      })
      worker.once('error', reject)
      worker.once('exit', (code) => {
        if (signal.aborted) resolve({ type: 'aborted' })
        else reject(new Error(`The synthesis thread ended early (exit code ${code}).`))
      })
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
