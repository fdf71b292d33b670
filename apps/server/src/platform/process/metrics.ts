/** Holds what this process counts and measures for operators, in Prometheus' format. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Has one set of instruments per process, as its memory and processor are. */
export const registry = new Registry()

const registers = [registry]

collectDefaultMetrics({ register: registry })

/** Measures answered requests in seconds, by kind of address and by status. */
export const requestSeconds = new Histogram({
  name: 'semblance_request_seconds',
  help: 'Seconds until a request was answered, by kind of address and status.',
  labelNames: ['kind', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})

/** Measures procedures in seconds, by name and by the code of their error, or `ok`. */
export const procedureSeconds = new Histogram({
  name: 'semblance_procedure_seconds',
  help: 'Seconds that a procedure of the API took, by its name and its error code or "ok".',
  labelNames: ['procedure', 'code'],
  buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
  registers,
})

/** Measures jobs in seconds, by task and outcome: `done` or `failed`. */
export const jobSeconds = new Histogram({
  name: 'semblance_job_seconds',
  help: 'Seconds that a job ran, by task and outcome.',
  labelNames: ['task', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60, 300, 1800],
  registers,
})

/** Measures engine processes in seconds, by task and outcome. */
export const engineSeconds = new Histogram({
  name: 'semblance_engine_seconds',
  help: 'Seconds that a process of the synthesis engine ran, by task and outcome.',
  labelNames: ['task', 'outcome'],
  buckets: [1, 5, 15, 60, 300, 900, 3600],
  registers,
})

/** Counts errors that were answered with a bare 500. */
export const unexpectedErrors = new Counter({
  name: 'semblance_unexpected_errors_total',
  help: 'Errors that no rule foresees; each is in the log with its request id.',
  registers,
})

/** Holds the open event streams of this process. */
export const eventStreams = new Gauge({
  name: 'semblance_event_streams',
  help: 'Open event streams.',
  registers,
})

/** Holds the violations that this process' last check of the ledger found. */
export const ledgerViolations = new Gauge({
  name: 'semblance_ledger_violations',
  help: 'Violations found by the last check of the ledger on this server.',
  registers,
})

/** Holds the time of this process' last check of the ledger. */
export const ledgerCheckedAt = new Gauge({
  name: 'semblance_ledger_checked_timestamp_seconds',
  help: 'Unix time of the last check of the ledger on this server; absent before its first one.',
  registers,
})

// A gauge begins as 0, which would state a check in 1970 and sound books.
ledgerViolations.remove()
ledgerCheckedAt.remove()

/** Runs `work` and observes its seconds under the labels that `labelsOf` makes of its outcome. */
export async function timed<T, Label extends string>(
  histogram: Histogram<Label>,
  work: () => Promise<T>,
  labelsOf: (error: unknown) => Record<Label, string>,
): Promise<T> {
  const startedAt = performance.now()
  const observe = (error: unknown) =>
    histogram.observe(labelsOf(error), (performance.now() - startedAt) / 1000)
  try {
    const result = await work()
    observe(null)
    return result
  } catch (error) {
    observe(error)
    throw error
  }
}
