/** Runs the synthesis engine for the server in separate processes. */
import type { ChildProcess } from 'node:child_process'
import type {
  ConvertOptions,
  DatabaseInput,
  DeclaredSchema,
  SynthesisStage,
  TableInspection,
  TablePrint,
  TableReport,
  WarehouseProbe,
} from '@semblance/synth'
import { DependencyError } from '../../platform/faults.ts'
import type { Platform } from '../../platform/http/context.ts'
import { engineSeconds } from '../../platform/process/metrics.ts'
import type { CheckedTables, CheckInput } from './checked-tables.ts'
import { type RunLimits, runLimits } from './limits.ts'
import { watchMemory } from './memory-limit.ts'
import type { FromChild, ToChild } from './messages.ts'
import { engineProcesses } from './processes.ts'
import type { RedrawInput, Redrawn } from './redrawn.ts'
import type { SampledRows, SampleInput } from './sampled-rows.ts'
import { SourceAwayError, stopAtSource } from './source-away.ts'

export type { CheckedTables, CheckInput } from './checked-tables.ts'
export { runLimits } from './limits.ts'
export { engineLanes, tasksBeside } from './places.ts'
export type { Redrawn } from './redrawn.ts'
export { SourceAwayError, SourceRefusedError } from './source-away.ts'
export {
  isWorkDirInMemory,
  makeWorkDir,
  removeWorkDir,
  sweepWork,
  withWorkDir,
} from './work-dir.ts'

export type Task =
  | ({ name: 'check'; threads: number } & CheckInput)
  | ({ name: 'convert'; threads: number } & Omit<ConvertOptions, 'signal'>)
  | ({ name: 'inspect'; threads: number } & InspectionInput)
  | ({ name: 'print'; threads: number } & PrintInput)
  | ({ name: 'synthesize'; threads: number; memoryLimitMb: number } & SynthesisInput)
  | ({ name: 'draw'; threads: number; memoryLimitMb: number } & DrawInput)
  | ({ name: 'sample' } & SampleInput)
  | ({ name: 'redraw' } & RedrawInput)
  | ({ name: 'probe' } & ProbeInput)

export type Input = {
  /** Lists private copies of the files, under names that users may see; none with `database`. */
  inputPaths: string[]
  /** Names tables that are counted where they are. */
  database?: DatabaseInput
  tempDir: string
  schema?: DeclaredSchema
}

/** Without a schema, a key prints the tables as they are in the files. */
type InspectionInput = Input & { printKey?: Uint8Array; describes?: boolean }

type PrintInput = Omit<Input, 'schema' | 'database'> & { printKey: Uint8Array }
type ProbeInput = { database: Omit<DatabaseInput, 'tables'>; tempDir: string }
type SynthesisInput = Input & {
  outputDir: string
  /** Sets the agreed epsilon; defaults to the engine's. */
  epsilon?: number
  /** Sets the rows of each twin; defaults to about the original's number. */
  rows?: number
  /** Names the files to which what is measured is written before anything is drawn. */
  measured: MeasuredFiles
}

/** Names the files that hold what was measured: the model, and in secret how the rows were split. */
export type MeasuredFiles = { modelPath: string; splitPath: string }

/** Takes the files and options of the measurement. `isOwn`: it is this run's, not one that another paid for. */
type DrawInput = SynthesisInput & { isOwn: boolean }

/** `rhoOfReports` is what the reports cost beyond the model; null without a bound. */
export type DrawnTables = { tables: TableReport[]; rhoOfReports: number | null }

/** `reason` is written for the person who uploaded the files, `bySource` true where a warehouse refuses or has changed. */
export type Outcome<T> =
  | { type: 'done'; result: T }
  | { type: 'refused'; reason: string; bySource?: boolean }
  | { type: 'aborted' }

export type Progress = { stage: SynthesisStage; fraction: number }

/** `memoryMb` limits the total memory of the process. */
export type RunOptions = RunLimits & {
  signal: AbortSignal
  onProgress?: (progress: Progress) => void
  /** Records that the first count is about to be made. When it throws, nothing was counted, and the run throws it. */
  beforeMeasuring?: () => Promise<void>
  /** Stores what was measured, of which each unit has cost `rho`; null without a bound. When it throws, so does the run. */
  afterMeasuring?: (rho: number | null) => Promise<void>
}

/** Divides a run's memory: the heap of the process that fits the model, and DuckDB. */
const HEAP_SHARE = 1 / 2
const DUCKDB_SHARE = 1 / 4

const outOfMemory = (memoryMb: number) =>
  `These tables need more memory than one synthesis may take (${memoryMb.toLocaleString('en-US')} MB). Leave out columns, or deliver fewer rows.`

/** Returns a fault of the disk: the tables are not to blame. */
function diskFull(): DependencyError {
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  return new DependencyError('disk', 'WORK_DIR has no room left for a run.', { cause })
}

/** Inspects the tables as the engine classifies them. Reads all rows. */
export async function inspectInProcess(
  input: InspectionInput,
  options: RunOptions,
): Promise<Outcome<TableInspection[]>> {
  return (await runTask(
    { name: 'inspect', threads: options.threads, ...input },
    options,
  )) as Outcome<TableInspection[]>
}

/** Signs in to a warehouse, and lists what may be read there. Throws SourceAwayError. */
export async function probeInProcess(
  input: ProbeInput,
  options: RunOptions,
): Promise<Outcome<WarehouseProbe>> {
  return (await runTask({ name: 'probe', ...input }, options)) as Outcome<WarehouseProbe>
}

/** Prints the tables, by which their rows are known again. Reads all rows. */
export async function printInProcess(
  input: PrintInput,
  options: RunOptions,
): Promise<Outcome<TablePrint[]>> {
  return (await runTask({ name: 'print', threads: options.threads, ...input }, options)) as Outcome<
    TablePrint[]
  >
}

export async function synthesizeInProcess(
  input: SynthesisInput,
  options: RunOptions,
): Promise<Outcome<TableReport[]>> {
  const { threads } = options
  const memoryLimitMb = Math.floor(options.memoryMb * DUCKDB_SHARE)
  const task = { name: 'synthesize', ...input, threads, memoryLimitMb } as const
  return (await runTask(task, options)) as Outcome<TableReport[]>
}

/** Makes twins from what was measured before; null if it is no model to draw from, and nothing was measured. */
export async function drawInProcess(
  input: DrawInput,
  options: RunOptions,
): Promise<Outcome<DrawnTables | null>> {
  const { threads } = options
  const memoryLimitMb = Math.floor(options.memoryMb * DUCKDB_SHARE)
  const task = { name: 'draw', ...input, threads, memoryLimitMb } as const
  return (await runTask(task, options)) as Outcome<DrawnTables | null>
}

/** Draws rows from a model, without any original. */
export async function sampleInProcess(
  input: SampleInput,
  options: RunOptions,
): Promise<Outcome<SampledRows>> {
  return (await runTask({ name: 'sample', ...input }, options)) as Outcome<SampledRows>
}

/** Draws the twins of a model that came from outside, as its seed has them. Refused where it takes too much memory. */
export async function redrawInProcess(
  input: RedrawInput,
  options: RunOptions,
): Promise<Outcome<Redrawn>> {
  return (await runTask({ name: 'redraw', ...input }, options)) as Outcome<Redrawn>
}

/** Counts and reads finished files, which are never refused as a whole. */
export async function checkInProcess(
  input: CheckInput,
  { platform, signal }: { platform: Platform; signal: AbortSignal },
): Promise<CheckedTables | 'aborted'> {
  const limits = runLimits(platform.config)
  const task = { name: 'check', threads: limits.threads, ...input } as const
  const outcome = await runTask(task, { signal, ...limits })
  if (outcome.type === 'refused') throw new Error(`A delivery was not checked: ${outcome.reason}`)
  return outcome.type === 'aborted' ? 'aborted' : (outcome.result as CheckedTables)
}

/** Converts a finished table to other formats. Throws if a format cannot hold it. */
export async function convertInProcess(
  input: Omit<ConvertOptions, 'signal' | 'threads'>,
  { platform, signal }: { platform: Platform; signal: AbortSignal },
): Promise<void> {
  const limits = runLimits(platform.config)
  const task = { name: 'convert', threads: limits.threads, ...input } as const
  const outcome = await runTask(task, { signal, ...limits })
  if (outcome.type === 'refused') throw new Error(`A table was not converted: ${outcome.reason}`)
  if (outcome.type === 'aborted') throw new Error('A conversion was cut off.')
}

/** Throws when the process dies of something that trying again may help against. */
async function runTask(task: Task, options: RunOptions): Promise<Outcome<unknown>> {
  if (options.signal.aborted) return { type: 'aborted' }
  const startedAt = performance.now()
  let outcome: Outcome<unknown>['type'] | 'crashed' = 'crashed'
  try {
    const ended = await runChild(task, options)
    outcome = ended.type
    return ended
  } finally {
    const seconds = (performance.now() - startedAt) / 1000
    engineSeconds.observe({ task: task.name, outcome }, seconds)
  }
}

async function runChild(
  task: Task,
  { signal, memoryMb, ...callbacks }: RunOptions,
): Promise<Outcome<unknown>> {
  const processes = engineProcesses()
  const heapMb = Math.floor(memoryMb * HEAP_SHARE)
  const child = processes.take({ tempDir: task.tempDir, heapMb })
  const stop = () => child.kill('SIGKILL')
  let killing: NodeJS.Timeout | undefined
  const cancel = () => {
    if ('database' in task) killing = stopAtSource(child, stop)
    else stop()
  }
  signal.addEventListener('abort', cancel, { once: true })
  const memory = watchMemory(child, memoryMb, stop)
  let hasAnswered = false
  try {
    child.send(task)
    const said = await listen(child, callbacks)
    hasAnswered = said.type === 'done' || said.type === 'refused'
    if (signal.aborted) return { type: 'aborted' }
    if (memory.wasExceeded() || said.type === 'out_of_memory')
      return { type: 'refused', reason: outOfMemory(memoryMb) }
    if (said.type === 'disk_full') throw diskFull()
    if (said.type === 'away') throw new SourceAwayError(said.reason)
    if (said.type === 'crashed') throw new Error(`The synthesis process failed: ${said.where}`)
    return said
  } finally {
    memory.stop()
    signal.removeEventListener('abort', cancel)
    clearTimeout(killing)
    processes.giveBack(child, hasAnswered)
  }
}

type Last = Exclude<FromChild, { type: 'progress' | 'measuring' | 'measured' }>

type Callbacks = Pick<RunOptions, 'onProgress' | 'beforeMeasuring' | 'afterMeasuring'>

/** The last thing it says, or how it died. */
async function listen(
  child: ChildProcess,
  { onProgress, beforeMeasuring, afterMeasuring }: Callbacks,
): Promise<Last> {
  let complaint = ''
  child.stderr!.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-10_000)
  })
  return await new Promise<Last>((resolve, reject) => {
    const proceedAfter = async (record?: () => Promise<void> | undefined) => {
      await record?.()
      child.send({ type: 'proceed' } satisfies ToChild, () => {}) // its death ends the run anyway
    }
    child.on('message', (message: FromChild) => {
      if (message.type === 'progress') onProgress?.(message)
      else if (message.type === 'measuring') proceedAfter(beforeMeasuring).catch(reject)
      else if (message.type === 'measured')
        proceedAfter(() => afterMeasuring?.(message.rho)).catch(reject)
      else resolve(message)
    })
    child.once('error', reject)
    child.once('close', (code, killedBy) => {
      if (complaint.includes('heap out of memory')) resolve({ type: 'out_of_memory' })
      else
        resolve({ type: 'crashed', where: `it ended early (${killedBy ?? `exit code ${code}`})` })
    })
  })
}
