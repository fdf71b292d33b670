import { Worker } from 'node:worker_threads'
import { measurePrivacy, type PrivacyMeasurements } from '../evaluate/privacy/evaluate-privacy.ts'
import type { Samples } from '../evaluate/samples.ts'

export type PrivacyTask = { samples: Samples; names: string[] }

/** Starting a thread and copying the samples to it takes longer than measuring fewer cells. */
const MIN_CELLS = 300_000

/**
 * Runs `measurePrivacy`, in a separate thread if the samples are large, so that other figures are
 * computed in parallel. Rejects when `signal` aborts.
 */
export async function measurePrivacyInWorker(
  task: PrivacyTask,
  signal: AbortSignal | undefined,
): Promise<PrivacyMeasurements> {
  const { samples, names } = task
  if (samples.train.rowCount * names.length < MIN_CELLS) return measurePrivacy(samples, names)
  const worker = new Worker(new URL('./privacy.worker.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
  })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('Measuring privacy was stopped')))
    })
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}
