/** Logs a dependency's outage once, however many calls meet it. */
import type { Log } from './log.ts'

export type Incidents = {
  /** Logs the first fault of this name; counts those that follow. */
  report: (log: Log, name: string, error: unknown) => void
}

/** Ends an incident: for so long no call has met it. */
const QUIET_MS = 60_000

type Incident = { calls: number; end: NodeJS.Timeout }

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
      const beganAt = new Date().toISOString()
      const end = setTimeout(() => {
        open.delete(name)
        const { calls } = incident
        log.warn({ incident: name, calls, beganAt, quietMs }, 'incident ends: no call has met it')
      }, quietMs)
      const incident = { calls: 1, end: end.unref() }
      open.set(name, incident)
    },
  }
}

/** Holds the incidents of this process, whose dependencies are one of each kind. */
export const incidents = createIncidents()
