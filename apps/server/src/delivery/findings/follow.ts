import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat } from '../../platform/process/interval.ts'

const CHECK_MS = 500

/** Looks whether a measurement is still wanted; `signal` aborts once it is not, or with `stop`. */
export function followWanted(
  platform: Platform,
  isWanted: (tx: Tx) => Promise<boolean>,
  stop: AbortSignal,
) {
  const ended = new AbortController()
  const { end } = repeat(CHECK_MS, async () => {
    try {
      if (!(await platform.db.transaction(system, isWanted))) ended.abort()
    } catch (error) {
      platform.log.warn({ err: error }, 'whether a measurement is still wanted was not read')
    }
  })
  return { signal: AbortSignal.any([stop, ended.signal]), end }
}
