/** The job queue as staff see it. Callers have checked that it is staff who asks. */
import type { Job, JobState, ScheduledTask } from '@semblance/contract'
import {
  decodeRankCursor,
  encodeRankCursor,
  type Page,
  pageOfShort,
} from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { redactPersonalData } from '../../platform/security/redact.ts'
import * as queries from './queries.ts'

/** Errors can quote whole answers of other servers. */
const ERROR_LENGTH = 2000

export async function listJobs(
  { tx }: Ctx,
  { cursor, ...filter }: Page & { state: JobState; search: string },
) {
  const before = decodeRankCursor(cursor)?.rank ?? null
  const rows = await withSystemRole(tx, () => queries.listJobs(tx, { ...filter, before }))
  const items = rows.slice(0, filter.limit).map(toJob)
  const last = rows.length > filter.limit ? items.at(-1)! : null
  return { items, nextCursor: last && encodeRankCursor({ rank: Number(last.id), id: last.id }) }
}

export async function countJobs({ tx }: Ctx): Promise<Record<JobState, number>> {
  const rows = await withSystemRole(tx, () => queries.countJobs(tx))
  const counts = { failed: 0, retrying: 0, running: 0, waiting: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

export async function listSchedule({ tx }: Ctx, page: Page) {
  const rows = await withSystemRole(tx, () => queries.listSchedule(tx))
  return pageOfShort(
    rows,
    page,
    ({ task }) => task,
    (row): ScheduledTask => ({
      task: row.task,
      knownSince: row.known_since,
      lastRunAt: row.last_run_at,
    }),
  )
}

export async function readJob({ tx }: Ctx, id: string): Promise<Job> {
  return toJob(await getJob(tx, id))
}

/** Makes a job run at once, with all its attempts. Throws job_changed. */
export async function retryJob(ctx: Ctx, staffId: string, id: string): Promise<Job> {
  await act(ctx, staffId, id, 'retry')
  return await readJob(ctx, id)
}

export async function cancelJob(ctx: Ctx, staffId: string, id: string): Promise<void> {
  await act(ctx, staffId, id, 'cancel')
}

const claims = { retry: queries.retryJob, cancel: queries.cancelJob }

async function act({ tx }: Ctx, staffId: string, id: string, verb: keyof typeof claims) {
  const job = await getJob(tx, id)
  if (!(await withSystemRole(tx, () => claims[verb](tx, id)))) throw new AppError('job_changed')
  await audit(tx, {
    actor: { userId: staffId },
    action: `job.${verb}`,
    object: `job:${id}`,
    detail: { task: job.task, attempts: job.attempts, ...readable(job.payload) },
  })
}

async function getJob(tx: Ctx['tx'], id: string): Promise<queries.JobRow> {
  const row = await withSystemRole(tx, () => queries.findJob(tx, id))
  if (!row) throw new AppError('not_found')
  return row
}

const toJob = (row: queries.JobRow): Job => ({
  id: String(row.id),
  task: row.task,
  key: row.key,
  queue: row.queue_name,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  createdAt: row.created_at,
  runAt: row.run_at,
  startedAt: row.locked_at,
  lastError: row.last_error && redactPersonalData(row.last_error).slice(0, ERROR_LENGTH),
  payload: Object.entries(shown(row.payload)).map(([name, value]) => ({ name, value })),
})

/** Selects values that name an object, by the field's name and the value's form. All others remain hidden. */
const idField = /^(id|key|notice|\w+Id)$/
const idValue = /^[\w:.-]{1,120}$/

function shown(payload: unknown): Record<string, string | null> {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return {}
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      const isId = idField.test(name) && idValue.test(String(value))
      return [name, isId ? String(value) : null]
    }),
  )
}

const readable = (payload: unknown) =>
  Object.fromEntries(Object.entries(shown(payload)).filter(([, value]) => value !== null))
