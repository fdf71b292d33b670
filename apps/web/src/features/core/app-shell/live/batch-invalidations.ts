import { hashKey, type QueryKey } from '@tanstack/react-query'

/** Sets the time in ms in which the events of one change are batched into one refetch. */
const GATHER_MS = 60
/** … and a burst of changes not more often than this. */
const REST_MS = 600

/** Calls `refresh` once for each key added since the last time. */
export function batchInvalidations(refresh: (key: QueryKey) => void) {
  let keys = new Map<string, QueryKey>()
  let restUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    restUntil = Date.now() + REST_MS
    const due = keys
    keys = new Map()
    for (const key of due.values()) refresh(key)
  }
  return {
    add: (added: readonly QueryKey[]) => {
      for (const key of added) keys.set(hashKey(key), key)
      if (keys.size > 0) timer ??= setTimeout(flush, Math.max(GATHER_MS, restUntil - Date.now()))
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
