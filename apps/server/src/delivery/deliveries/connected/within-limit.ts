/** Limits a run that reads through a connection, so that a source which gives its answers too slowly keeps no place of others. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/http/context.ts'
import { hasWaitingJob } from '../../../platform/process/jobs.ts'
import { SourceAwayError, tasksBeside } from '../../engine/service.ts'
import type { ClaimedDelivery } from '../queries.ts'

/** Describes the place of a run, for which other jobs may wait; null for a run that reads no source. */
export type RunPlace = { isAwaited: () => Promise<boolean> } | null

const HOUR_MS = 3_600_000
/** A run keeps its place for `ownMs`, and up to `limitMs` while no job waits for it. */
const TIMES = { ownMs: HOUR_MS, limitMs: 6 * HOUR_MS, lookMs: 60_000 }

/** Waits as long as it takes: a client who measures for itself alone does not end the run of a vendor. */
const CLAIM_CHECK = 'claims.check'

/** Describes the place of a run on this server. */
export function placeOf(
  { config, db }: Pick<Platform, 'config' | 'db'>,
  { is_connected, status }: Pick<ClaimedDelivery, 'is_connected' | 'status'>,
): RunPlace {
  if (!is_connected) return null
  const task = status === 'inspecting' ? 'delivery.inspect' : 'delivery.synthesize'
  const others = tasksBeside(config, task).filter((name) => name !== CLAIM_CHECK)
  return { isAwaited: () => hasWaitingJob(db, others) }
}

/** Reads within the limit, if the run reads through a connection. Throws SourceAwayError once it is over. */
export async function withinLimit<T extends { type: string }>(
  place: RunPlace,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
  times = TIMES,
): Promise<T> {
  if (!place) return await read(signal)
  const over = new AbortController()
  const done = new AbortController()
  const limit = setTimeout(() => over.abort(TOO_SLOW), times.limitMs)
  watch(place, times, done.signal).then(
    () => over.abort(OTHERS_WAIT),
    () => {}, // the run has ended
  )
  const isOver = () => over.signal.aborted && !signal.aborted
  try {
    const outcome = await read(AbortSignal.any([signal, over.signal]))
    if (outcome.type === 'aborted' && isOver()) throw new SourceAwayError(over.signal.reason)
    return outcome
  } catch (error) {
    throw isOver() ? new SourceAwayError(over.signal.reason, { cause: error }) : error
  } finally {
    clearTimeout(limit)
    done.abort()
  }
}

/** Resolves once the run has had its own time, and a job waits for its place. */
async function watch(
  { isAwaited }: NonNullable<RunPlace>,
  { ownMs, lookMs }: typeof TIMES,
  signal: AbortSignal,
): Promise<void> {
  await sleep(ownMs, null, { signal })
  while (!(await isAwaited().catch(() => false))) await sleep(lookMs, null, { signal })
}

const TOO_SLOW = 'The source did not give all that was asked of it within six hours.'
const OTHERS_WAIT =
  'The source did not give all that was asked of it within an hour, after which other deliveries that wait come first.'
