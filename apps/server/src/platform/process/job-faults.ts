/** Records the times in which something that jobs and requests need does not answer. */
import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import type { Dependency } from '../faults.ts'
import { redactSecrets } from '../security/redact.ts'
import type { RequestFaults } from './incidents.ts'

/**
 * Names what an incident is about: a dependency, or files in the clear that a server could not seal
 * and tries again every few hours.
 */
export type IncidentSubject = Dependency | 'clear_files'

/** Limits the text of an error, which can quote whole answers of other servers. */
const ERROR_LENGTH = 500

/** Returns an error's text for staff: without codes, keys and the secrets of links. */
export const errorText = (error: unknown): string =>
  redactSecrets(error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH)

/**
 * Counts a job's fault and adds it to the dependency's open incident, or opens one. Returns the
 * job's faults in a row and the time of the first. Requires the system role.
 */
export async function recordFault(
  tx: Tx,
  jobId: bigint,
  fault: { dependency: Dependency; error: unknown; now: Date },
): Promise<{ since: Date; count: number }> {
  const { dependency, now } = fault
  const last_error = errorText(fault.error)
  await tx
    .insertInto('app.incidents')
    .values({ dependency, opened_at: now, last_fault_at: now, last_error })
    .onConflict((conflict) =>
      conflict
        .column('dependency')
        .where('closed_at', 'is', null)
        .doUpdateSet({ faults: sql`incidents.faults + 1`, last_fault_at: now, last_error }),
    )
    .execute()
  return await tx
    .insertInto('app.job_faults')
    .values({ job_id: jobId, dependency, since: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet({ dependency, count: sql`job_faults.count + 1` }),
    )
    .returning(['since', 'count'])
    .executeTakeFirstOrThrow()
}

/**
 * Adds faults that no job counts, such as those of requests, to the subject's open incident, or opens
 * one from the first of them. Ignores those from before the end of an incident. Requires the system role.
 */
export async function recordFaults(
  tx: Tx,
  dependency: IncidentSubject,
  { faults, firstAt, lastAt, lastError }: RequestFaults,
): Promise<void> {
  const ended = await tx
    .selectFrom('app.incidents')
    .select('closed_at')
    .where('dependency', '=', dependency)
    .where('closed_at', '>=', firstAt)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const opened_at = ended?.closed_at ?? firstAt
  if (opened_at > lastAt) return
  const last_error = errorText(lastError)
  await tx
    .insertInto('app.incidents')
    .values({ dependency, opened_at, faults, last_fault_at: lastAt, last_error })
    .onConflict((conflict) =>
      conflict.column('dependency').where('closed_at', 'is', null).doUpdateSet({
        faults: sql`incidents.faults + excluded.faults`,
        opened_at: sql`least(incidents.opened_at, excluded.opened_at)`,
        last_fault_at: sql`greatest(incidents.last_fault_at, excluded.last_fault_at)`,
        last_error,
      }),
    )
    .execute()
}

/** Sets for how long nothing may have failed before an incident that no job waits for has ended. */
const QUIET_MS = 5 * 60_000

/** Sets the same for files in the clear: twice as long as until they are tried again. */
const CLEAR_FILES_QUIET_MS = 12 * 3_600_000

/** Ends the incidents that nothing has met for a while, and no job waits for. */
async function endQuietIncidents(tx: Tx, now: Date): Promise<void> {
  const lastFault = sql<Date>`coalesce(last_fault_at, opened_at)`
  const ago = (ms: number) => sql`${new Date(now.getTime() - ms)}::timestamptz`
  await tx
    .updateTable('app.incidents as i')
    .set({ closed_at: lastFault })
    .where('closed_at', 'is', null)
    .where(
      lastFault,
      '<',
      sql<Date>`case dependency when 'clear_files' then ${ago(CLEAR_FILES_QUIET_MS)}
        else ${ago(QUIET_MS)} end`,
    )
    .where(
      sql<boolean>`not exists (select from app.job_faults f join app.jobs j on j.id = f.job_id
        where f.dependency = i.dependency and j.state <> 'failed')`,
    )
    .execute()
}

/**
 * Records that a job got past its fault: what it waited for answers again, and its incident ends.
 * Requires the system role.
 */
export async function clearFault(tx: Tx, jobId: bigint, now: Date): Promise<void> {
  const cleared = await tx
    .deleteFrom('app.job_faults')
    .where('job_id', '=', jobId)
    .returning('dependency')
    .executeTakeFirst()
  if (!cleared) return
  await tx
    .updateTable('app.incidents')
    .set({ closed_at: now })
    .where('dependency', '=', cleared.dependency)
    .where('closed_at', 'is', null)
    .execute()
}

/** Counts a job's faults from `now` on. Requires the system role. */
export async function restartFault(tx: Tx, jobId: bigint, now: Date): Promise<void> {
  await tx
    .updateTable('app.job_faults')
    .set({ since: now, count: 1 })
    .where('job_id', '=', jobId)
    .execute()
}

export type IncidentAlert = {
  subject: IncidentSubject
  openedAt: Date
  /** Null while it goes on. */
  closedAt: Date | null
  faults: number
  lastError: string
}

/**
 * Returns the incidents that lasted longer than `afterMs`, each once while it is open and once when it
 * is closed, and marks them as alerted. Requires the system role.
 */
export async function takeIncidentAlerts(
  tx: Tx,
  now: Date,
  afterMs: number,
): Promise<IncidentAlert[]> {
  const began = await tx
    .updateTable('app.incidents')
    .set({ alerted_at: now })
    .where('alerted_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('opened_at', '<=', new Date(now.getTime() - afterMs))
    .returningAll()
    .execute()
  await endQuietIncidents(tx, now)
  const ended = await tx
    .updateTable('app.incidents')
    .set({ end_alerted_at: now })
    .where('alerted_at', 'is not', null)
    .where('end_alerted_at', 'is', null)
    .where('closed_at', 'is not', null)
    .returningAll()
    .execute()
  return [...began, ...ended].map((row) => ({
    subject: row.dependency as IncidentSubject,
    openedAt: row.opened_at,
    faults: row.faults,
    closedAt: row.closed_at,
    lastError: row.last_error,
  }))
}
