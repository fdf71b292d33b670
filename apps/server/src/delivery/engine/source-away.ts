/** Warehouses of customers that a task counts in: how it ends what they do for it, and when they do not answer. */
import type { ChildProcess } from 'node:child_process'
import type { ToChild } from './messages.ts'

/** Reports that a customer's warehouse does not answer: later it may. The message is for its owner, and free of data. */
export class SourceAwayError extends Error {}

/** Reports that a warehouse answers and refuses what it permitted before: its owner has something to change. */
export class SourceRefusedError extends SourceAwayError {}

/** Limits the time in which a task may cancel what a warehouse is doing for it. */
const CANCEL_MS = 5000

/**
 * Lets a task cancel its queries, of which a warehouse would not learn by the death of the process. Returns the timer that kills
 * it, for the caller to clear.
 */
export function stopAtSource(child: ChildProcess, kill: () => void): NodeJS.Timeout {
  child.send({ type: 'stop' } satisfies ToChild, () => {}) // its death ends the run anyway
  return setTimeout(kill, CANCEL_MS)
}
