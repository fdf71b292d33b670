import { expect, test } from 'vitest'
import { measurePrivacy } from '../evaluate/privacy/evaluate-privacy.ts'
import type { SampleColumn, TableSample } from '../evaluate/table-sample.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { measurePrivacyInWorker } from './privacy-worker-client.ts'

/** Creates so many cells that a thread is worth it, of which few are compared. */
function samplesOf(columnCount: number, rows: { train: number; holdout: number; twin: number }) {
  const random = seededRandom(1)
  const sample = (rowCount: number): TableSample => ({
    rowCount,
    columns: Array.from({ length: columnCount }, (): SampleColumn => {
      const values = Int32Array.from({ length: rowCount }, () => random.nextUint32() % 4)
      return { type: 'category', values, codeCount: 4 }
    }),
  })
  const names = Array.from({ length: columnCount }, (_, j) => `c${j}`)
  const samples = {
    train: sample(rows.train),
    holdout: sample(rows.holdout),
    twin: sample(rows.twin),
  }
  return { samples, names }
}

const task = samplesOf(100, { train: 3000, holdout: 20, twin: 30 })

test('a thread of its own measures what this one does', async () => {
  const measured = await measurePrivacyInWorker(task, undefined)
  expect(measured).toEqual(measurePrivacy(task.samples, task.names))
})

test('an abort ends the thread', async () => {
  const controller = new AbortController()
  const measuring = measurePrivacyInWorker(task, controller.signal)
  controller.abort()
  await expect(measuring).rejects.toThrow('stopped')
})
