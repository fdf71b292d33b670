/** Sends the files of a push one after the other, as long as it may go on and the destination keeps pace. */
import type { PushFailure } from '@semblance/contract'
import { system, type Tx } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Platform } from '../../platform/http/context.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import type { openDestination } from './destinations.ts'
import { startPace } from './pace.ts'
import { addSent } from './push-queries.ts'
import { findObstacle, type Obstacle } from './standing.ts'
import { connectingOf, openTransport } from './transports/open.ts'
import { connectionFailure, type Outgoing, PushError, SourceError } from './transports/transport.ts'

export type Work = Awaited<ReturnType<typeof openDestination>> & {
  folder: string[]
  files: Outgoing[]
}

/**
 * Returns null once all has arrived. Looks before each file and every `lookMs` whether the push may go on.
 * Throws what a dependency of ours did.
 */
export async function sendFiles(
  platform: Platform,
  { pushId, lookMs, settings, secret, folder, files }: Work & { pushId: string; lookMs: number },
  stop: AbortSignal,
): Promise<PushFailure | Obstacle | null> {
  const pace = startPace()
  const { watch, halted, ...standing } = watchStanding(platform, pushId, lookMs)
  const signal = AbortSignal.any([stop, pace.lost, halted])
  try {
    const connecting = connectingOf(platform.config, signal, pace.onBytes)
    const transport = await openTransport(settings, secret, connecting)
    try {
      for (const file of files) {
        await transport.put(folder, file)
        pace.onFile()
        const note = async (tx: Tx) => {
          await addSent(tx, pushId, file)
          return await findObstacle(tx, pushId)
        }
        const obstacle = await untilAnswered(() => platform.db.transaction(system, note), stop)
        if (obstacle) return obstacle
      }
    } finally {
      transport.close()
    }
    return null
  } catch (error) {
    const obstacle = standing.obstacle()
    if (obstacle) return obstacle
    if (!(error instanceof PushError || error instanceof SourceError)) throw error
    return reasonOf(platform, error, { pushId, isGivenUp: signal.aborted })
  } finally {
    pace.end()
    clearInterval(watch)
  }
}

/** Looks from time to time whether a push may go on, and has it halt if not. */
function watchStanding({ db }: Platform, pushId: string, lookMs: number) {
  const halt = new AbortController()
  let obstacle: Obstacle | null = null
  const look = async () => {
    obstacle ??= await db.transaction(system, (tx) => findObstacle(tx, pushId))
    if (obstacle) halt.abort()
  }
  // A look that fails is made up for by the next one.
  const watch = setInterval(() => void look().catch(() => {}), lookMs).unref()
  return { watch, halted: halt.signal, obstacle: () => obstacle }
}

function reasonOf(
  platform: Platform,
  error: PushError | SourceError,
  { pushId, isGivenUp }: { pushId: string; isGivenUp: boolean },
): PushFailure {
  if (isGivenUp) return 'timeout'
  const found = connectionFailure(error, 'interrupted')
  if (found instanceof PushError) return found.failure
  if (classifyFault(found.cause).kind === 'dependency') throw found.cause
  platform.log.error({ err: found, push: pushId }, 'a file of a push could not be read')
  return 'file_unreadable'
}
