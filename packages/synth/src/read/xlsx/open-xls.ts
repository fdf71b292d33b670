import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { SynthesisError, throwIfAborted } from '../../schema/synthesis-error.ts'
import type { OpenedTable, OpenOptions } from '../table-source.ts'
import { sheetTables, type WrittenSheet } from './sheet-tables.ts'

export type XlsTask = { inputPath: string; workDir: string }

export type FromXlsWorker =
  | { type: 'done'; sheets: WrittenSheet[] }
  | { type: 'encrypted' | 'damaged' }

/** A sheet of the format ends at 65,536 rows of 256 cells. */
const MAX_BYTES = 32 * 2 ** 20
/** The parser holds the whole file in memory, and a damaged one can keep it busy for ever. */
const HEAP_MB = 1024
const MAX_SECONDS = 30

/**
 * Opens the visible sheets of an Excel 97-2003 workbook, rewritten as CSV. Throws SynthesisError, also
 * where its time or memory runs out.
 */
export async function openXls(inputPath: string, options: OpenOptions): Promise<OpenedTable[]> {
  const { workDir, signal } = options
  if ((await stat(inputPath)).size > MAX_BYTES) throw refuseSize()
  const result = await runWorker({ inputPath, workDir }, signal)
  if (result.type === 'done') return sheetTables(result.sheets)
  if (result.type === 'encrypted') {
    const message = 'The workbook is encrypted. Please save it without a password.'
    throw new SynthesisError('encrypted', message)
  }
  throw new SynthesisError(
    'not_a_table',
    'The file is damaged, or an old Office document that is no workbook. Please save its table as XLSX or CSV.',
  )
}

async function runWorker(task: XlsTask, signal: AbortSignal | undefined): Promise<FromXlsWorker> {
  const worker = new Worker(new URL('./xls.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
    stdout: true, // the parser complains there of what it does not know
    stderr: true,
  })
  const stop = () => void worker.terminate()
  const timer = setTimeout(stop, MAX_SECONDS * 1000)
  signal?.addEventListener('abort', stop)
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuseSize() : error),
      )
      worker.once('exit', () => reject(refuseSize()))
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
    throwIfAborted(signal)
  }
}

function refuseSize(): SynthesisError {
  return new SynthesisError(
    'too_large',
    'The old Excel file is too large or damaged. Please save it as XLSX or CSV.',
  )
}
