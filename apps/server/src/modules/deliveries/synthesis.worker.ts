/** Runs one task of the synthesis engine in a thread of its own: fitting a model blocks its thread for seconds. */
import { parentPort, workerData } from 'node:worker_threads'
import { inspectTables, SynthesisError, synthesize } from '@semblance/synth'
import type { FromWorker, Task } from './synthesis.ts'

const task = workerData as Task
const send = (message: FromWorker) => parentPort!.postMessage(message)
const abort = new AbortController()
parentPort!.once('message', () => abort.abort()) // the one thing ever said to it

try {
  send({ type: 'done', result: await run() })
} catch (error) {
  if (!(error instanceof SynthesisError) || error.code === 'invalid_options') throw error
  send(error.code === 'aborted' ? { type: 'aborted' } : { type: 'refused', reason: error.message })
} finally {
  parentPort!.close()
}

async function run() {
  const { inputPath, tempDir } = task
  const inputPaths = [inputPath]
  if (task.name === 'inspect') {
    refuseSeveral(await inspectTables(inputPaths, { tempDir }))
    return null
  }
  const { outputDir, threads, memoryLimitMb } = task
  const { tables } = await synthesize({
    inputPaths,
    outputDir,
    tempDir,
    threads,
    memoryLimitMb,
    onProgress: ({ stage, fraction }) => send({ type: 'progress', stage, fraction }),
    signal: abort.signal,
  })
  return tables[0]!
}

/** A delivery is one dataset, with one report. */
function refuseSeveral(tables: unknown[]): void {
  if (tables.length === 1) return
  throw new SynthesisError(
    'not_a_table',
    `The file holds ${tables.length} tables; a delivery is one. Please upload a file with the table that was agreed on.`,
  )
}
