/** Refuses calls while the process cannot keep up, so that those it takes are still answered in time. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MiddlewareHandler } from 'hono'
import { OverloadError } from '../faults.ts'

export type Load = {
  isOverloaded: () => boolean
  close: () => void
}

/** Limits the delay of the event loop at its 99th percentile, over the last window. */
const MAX_DELAY_MS = 2500
const WINDOW_MS = 5000

/** Limits the calls that wait for a connection to the database. */
const MAX_WAITING = 100

/** Watches the event loop of this process and the database's queue of waiting calls. */
export function watchLoad(db: { waitingCount: () => number }): Load {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let isLate = false
  const timer = setInterval(() => {
    isLate = delay.percentile(99) / 1e6 > MAX_DELAY_MS
    delay.reset()
  }, WINDOW_MS)
  timer.unref()
  return {
    isOverloaded: () => isLate || db.waitingCount() >= MAX_WAITING,
    close: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** Matches calls. Pages and their files need neither database nor much time. */
const CALL = /^\/(api|auth\/v1|rest\/v1)\//

/** Matches the events of banks, which would otherwise count a refusal as a failed delivery. */
const BANK_EVENTS = /^\/api\/bank\//

/**
 * Throws OverloadError for calls while the process is overloaded, except for events of banks and
 * for refreshed sessions: a browser that gets none signs its user out.
 */
export function shedLoad(load: Pick<Load, 'isOverloaded'>): MiddlewareHandler {
  return async (c, next) => {
    const { path } = c.req
    const isRefresh = path === '/auth/v1/token' && c.req.query('grant_type') === 'refresh_token'
    const isCall = CALL.test(path) && !BANK_EVENTS.test(path) && !isRefresh
    if (isCall && load.isOverloaded()) throw new OverloadError('The process cannot keep up.')
    await next()
  }
}
