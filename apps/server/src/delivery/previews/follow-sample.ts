import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat } from '../../platform/process/interval.ts'
import { sampleExists } from './queries.ts'

const INTERVAL_MS = 500

/** `signal` aborts once the sample was destroyed: its vendor has taken it back, or sent another. */
export function followSample(platform: Platform, sampleId: string, stop: AbortSignal) {
  const gone = new AbortController()
  const { end } = repeat(INTERVAL_MS, async () => {
    try {
      const exists = await platform.db.transaction(system, (tx) => sampleExists(tx, sampleId))
      if (!exists) gone.abort()
    } catch (error) {
      platform.log.warn({ err: error, sampleId }, 'a sample was not looked for')
    }
  })
  return { signal: AbortSignal.any([stop, gone.signal]), end }
}
