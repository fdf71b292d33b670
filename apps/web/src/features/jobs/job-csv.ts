import { type Job, taskInWords } from '@semblance/contract'
import type { CsvColumn } from '@/lib/csv.ts'

export const jobCsv: readonly CsvColumn<Job>[] = [
  ['Job', (job) => job.id],
  ['Task', (job) => job.task],
  ['What it does', (job) => taskInWords(job.task)],
  ['Key', (job) => job.key],
  ['State', (job) => job.state],
  ['Tries', (job) => job.attempts],
  ['Tries at most', (job) => job.maxAttempts],
  ['Asked for', (job) => job.createdAt],
  ['Due', (job) => job.runAt],
  ['Last error', (job) => job.lastError],
]
