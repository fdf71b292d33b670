/** Tracks the online users of this process by its open streams, and writes their rows in batches. */

import { system, type Tx } from '../../platform/database/db.ts'
import { signal } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/http/context.ts'
import { listCounterparts, markOffline, markOnline, prolongOnline } from './queries.ts'

/** Describes a user; those who act for no organization have no presence. */
type Person = { userId: string; organization: string | null }
type Member = { userId: string; organization: string }

/** Arrivals within this time share one transaction. */
const GATHER_MS = 50
/** Delays a user's departure, so that a page reload does not count as one. */
const LEAVE_AFTER_MS = 5_000

export type Presence = {
  arrive: (person: Person) => void
  leave: (person: Person) => void
  /**
   * Extends the online time of all users of this process. Call it before the time set by
   * `markOnline` ends.
   */
  prolong: () => Promise<void>
  /** Leaves the rows to expire: browsers reconnect to another process, and count as online until then. */
  stop: () => Promise<void>
}

type Place = Pick<Platform, 'db' | 'log'>

export function createPresenceTracker({ db, log }: Place, leaveAfterMs = LEAVE_AFTER_MS): Presence {
  const here = new Map<string, Member & { streams: number; leaving?: NodeJS.Timeout }>()
  let arrived: Member[] = []
  let left: string[] = []
  let gathering: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const store = async (how: string, work: (tx: Tx) => Promise<void>) => {
    try {
      await db.transaction(system, work)
    } catch (error) {
      log.warn({ err: error }, `presence was not ${how}`) // the next prolonging makes up for it
    }
  }
  const write = async () => {
    const [came, went] = [arrived, left]
    arrived = []
    left = []
    await store('written', (tx) => writeChanges(tx, came, went))
  }
  const gather = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      writing = writing.then(write)
    }, GATHER_MS)
  }

  return {
    arrive: ({ userId, organization }) => {
      if (!organization) return
      const known = here.get(userId)
      clearTimeout(known?.leaving)
      here.set(userId, { userId, organization, streams: (known?.streams ?? 0) + 1 })
      if (known?.organization === organization) return
      arrived.push({ userId, organization })
      gather()
    },
    leave: ({ userId, organization }) => {
      if (!organization) return
      const known = here.get(userId)
      if (!known) return
      known.streams -= 1
      if (known.streams > 0) return
      known.leaving = setTimeout(() => {
        here.delete(userId)
        left.push(userId)
        gather()
      }, leaveAfterMs).unref()
    },
    prolong: async () => {
      if (here.size > 0) await store('prolonged', (tx) => prolongOnline(tx, [...here.values()]))
    },
    stop: async () => {
      clearTimeout(gathering)
      for (const { leaving } of here.values()) clearTimeout(leaving)
      here.clear()
      await writing
    },
  }
}

/** Stores arrivals and departures, and signals them to the counterparts of their organizations. */
async function writeChanges(tx: Tx, came: Member[], went: string[]): Promise<void> {
  const online = await markOnline(tx, came)
  const offline = await markOffline(tx, went)
  for (const { organization, isOnline, counterparts } of await listCounterparts(tx, {
    online,
    offline,
  }))
    await signal(
      tx,
      counterparts.map((id) => ({ organization: id })),
      { topic: 'presence.changed', organization, isOnline },
    )
}
