/** Limits a run that reads through a connection, so that a source which gives its answers too slowly keeps no place of others. */
import { SourceAwayError } from '../../engine/service.ts'
import type { ClaimedDelivery } from '../queries.ts'

const LIMIT_HOURS = 6

/** Reads within the limit, if the run reads through a connection. Throws SourceAwayError once it is over. */
export async function withinLimit<T extends { type: string }>(
  { is_connected }: Pick<ClaimedDelivery, 'is_connected'>,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
  limit = AbortSignal.timeout(LIMIT_HOURS * 3_600_000),
): Promise<T> {
  if (!is_connected) return await read(signal)
  const isOver = () => limit.aborted && !signal.aborted
  try {
    const outcome = await read(AbortSignal.any([signal, limit]))
    if (outcome.type === 'aborted' && isOver()) throw new SourceAwayError(TOO_SLOW)
    return outcome
  } catch (error) {
    throw isOver() ? new SourceAwayError(TOO_SLOW, { cause: error }) : error
  }
}

const TOO_SLOW = `The source did not give all that was asked of it within ${LIMIT_HOURS} hours.`
