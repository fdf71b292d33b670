/** Records the times in which something that jobs need does not answer. */
import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import type { Dependency } from '../faults.ts'
import { redactSecrets } from '../security/redact.ts'

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
    .values({ dependency, opened_at: now, last_error })
    .onConflict((conflict) =>
      conflict
        .column('dependency')
        .where('closed_at', 'is', null)
        .doUpdateSet({ faults: sql`incidents.faults + 1`, last_error }),
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
  dependency: Dependency
  openedAt: Date
  faults: number
  isOver: boolean
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
  const ended = await tx
    .updateTable('app.incidents')
    .set({ end_alerted_at: now })
    .where('alerted_at', 'is not', null)
    .where('end_alerted_at', 'is', null)
    .where('closed_at', 'is not', null)
    .returningAll()
    .execute()
  return [...began, ...ended].map((row) => ({
    dependency: row.dependency as Dependency,
    openedAt: row.opened_at,
    faults: row.faults,
    isOver: row.closed_at !== null,
    lastError: row.last_error,
  }))
}
