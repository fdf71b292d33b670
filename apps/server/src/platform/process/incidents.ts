/** Logs a dependency's outage once, however many requests, jobs and loops of this process meet it. */
import { classifyFault, type Dependency, isStorageFull, OverloadError } from '../faults.ts'
import type { Log } from './log.ts'

/** Sums the faults of requests that no table counts yet. */
export type RequestFaults = { faults: number; firstAt: Date; lastAt: Date; lastError: unknown }

export type Incidents = {
  /** Logs the first fault of this name; counts those that follow. */
  report: (log: Log, name: string, error: unknown) => void
  /** Counts a fault that a request met, for `takeRequestFaults`. */
  countRequest: (dependency: Dependency, error: unknown) => void
  /** Returns what was counted by dependency since the last call. */
  takeRequestFaults: () => Map<Dependency, RequestFaults>
  /** Adds what was taken and could not be recorded to what came since. */
  putBack: (taken: Map<Dependency, RequestFaults>) => void
}

/** Names the incident of an error; requests answer with the same code. Null for defects. */
export function incidentOf(error: unknown) {
  if (error instanceof OverloadError) return 'overloaded'
  const fault = classifyFault(error)
  if (fault.kind === 'defect') return null
  const { dependency } = fault
  if (dependency === 'database') return 'database_unavailable'
  if (dependency === 'storage' || dependency === 'disk')
    return isStorageFull(error) ? 'storage_full' : 'storage_unavailable'
  return dependency
}

/** Logs an error of a job or a loop: a dependency's with its incident, any other by itself. */
export function logFault(log: Log, error: unknown, message: string, fields: object = {}): void {
  const name = incidentOf(error)
  if (name === null) {
    log.error({ err: error, ...fields }, message)
  } else {
    log.debug({ err: error, ...fields }, message)
    incidents.report(log, name, error)
  }
}

/** Ends an incident: for so long no call has met it. */
const QUIET_MS = 60_000

type Incident = { calls: number; end: NodeJS.Timeout }

/** Keeps the incidents of a process by name. */
export function createIncidents(quietMs = QUIET_MS): Incidents {
  const open = new Map<string, Incident>()
  let ofRequests = new Map<Dependency, RequestFaults>()
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
    countRequest: (dependency, lastError) => {
      const lastAt = new Date()
      const { faults, firstAt } = ofRequests.get(dependency) ?? { faults: 0, firstAt: lastAt }
      ofRequests.set(dependency, { faults: faults + 1, firstAt, lastAt, lastError })
    },
    takeRequestFaults: () => {
      const taken = ofRequests
      ofRequests = new Map()
      return taken
    },
    putBack: (taken) => {
      for (const [dependency, earlier] of taken) {
        const later = ofRequests.get(dependency) ?? { ...earlier, faults: 0 }
        const faults = earlier.faults + later.faults
        ofRequests.set(dependency, { ...later, faults, firstAt: earlier.firstAt })
      }
    },
  }
}

/** Holds the incidents of this process, whose dependencies are one of each kind. */
export const incidents = createIncidents()
