/**
 * Ends open streams whose access is over. Checks all of them periodically, and those affected by a
 * change at once.
 */

import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { OpenStream } from './listeners.ts'
import { listStanding } from './queries.ts'

/** Closes the streams if they could not be checked for so long. */
const UNCHECKED_LIMIT_MS = 60_000
/** Announced changes within this time are looked at together. */
const GATHER_MS = 30

export type AccessMonitor = {
  checkAll: (streams: Set<OpenStream>) => Promise<void>
  suspect: (stream: OpenStream) => void
}

export function createAccessMonitor({ db, log }: Pick<Platform, 'db' | 'log'>): AccessMonitor {
  let suspects = new Set<OpenStream>()
  let checkedAt = Date.now()

  /** Ends the streams whose session is over, or whose person acts for another organization by now. */
  const endFallen = async (asked: Iterable<OpenStream>) => {
    const streams = [...asked]
    const sessionIds = [...new Set(streams.map(({ listener }) => listener.sessionId))]
    const standing = await db.transaction(system, (tx) => listStanding(tx, sessionIds))
    for (const { listener, end } of streams)
      if (standing.get(listener.sessionId) !== listener.organization) end()
  }
  const askSuspects = () => {
    const asked = suspects
    suspects = new Set()
    endFallen(asked).catch((error) => log.warn({ err: error }, 'streams were not checked'))
  }
  return {
    checkAll: async (streams) => {
      try {
        if (streams.size > 0) await endFallen(streams)
        checkedAt = Date.now()
      } catch (error) {
        log.warn({ err: error }, 'streams were not checked')
        if (Date.now() - checkedAt > UNCHECKED_LIMIT_MS) for (const { end } of streams) end()
      }
    },
    suspect: (stream) => {
      if (suspects.size === 0) setTimeout(askSuspects, GATHER_MS)
      suspects.add(stream)
    },
  }
}
