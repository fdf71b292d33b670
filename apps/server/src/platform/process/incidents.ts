/** Tells the log once that something the server needs is away, however many calls find it so. */
import type { Log } from './log.ts'

export type Incidents = {
  /** Logs the first fault of this name; counts those that follow. */
  report: (log: Log, name: string, error: unknown) => void
}

/** Ends an incident: for so long no call has met it. */
const QUIET_MS = 60_000

type Incident = { calls: number; beganAt: string; end: NodeJS.Timeout }

/** Keeps the incidents of a process by name. */
export function createIncidents(quietMs = QUIET_MS): Incidents {
  const open = new Map<string, Incident>()
  return {
    report: (log, name, error) => {
      const known = open.get(name)
      if (known) {
        known.calls += 1
        known.end.refresh()
        return
      }
      log.error({ err: error, incident: name }, 'incident begins')
      const end = setTimeout(() => {
        const { calls, beganAt } = open.get(name)!
        open.delete(name)
        log.warn({ incident: name, calls, beganAt, quietMs }, 'incident ends: no call has met it')
      }, quietMs)
      open.set(name, { calls: 1, beganAt: new Date().toISOString(), end: end.unref() })
    },
  }
}

/** Holds the incidents of this process, whose dependencies are one of each kind. */
export const incidents = createIncidents()
