/** Waits for a dependency that does not answer, where what has been done would be lost otherwise. */
import { setTimeout as sleep } from 'node:timers/promises'
import { classifyFault } from '../faults.ts'

/** Sets the first wait for a dependency that does not answer; it doubles each time. */
const FIRST_RETRY_MS = 250
const MAX_RETRY_MS = 5000

/**
 * Repeats `ask` while a dependency does not answer. Throws any other error at once, and the last one
 * once the signal aborts. A commit whose answer was lost is repeated, too: `ask` must bear that.
 */
export async function untilAnswered<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, MAX_RETRY_MS)) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || classifyFault(error).kind !== 'dependency') throw error
      await sleep(delayMs * (0.5 + Math.random()), null, { signal }).catch(() => {})
    }
  }
}
