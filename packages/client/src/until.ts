import { setTimeout as sleep } from 'node:timers/promises'

export type UntilOptions = {
  /** Milliseconds between two readings, default 1000. */
  everyMs?: number
  /** Milliseconds after which it gives up, default ten minutes. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** Reads again and again until the value is as awaited, and returns it. Throws an Error when the time is over. */
export async function until<T>(
  read: () => Promise<T>,
  isAwaited: (value: T) => boolean,
  { everyMs = 1000, timeoutMs = 600_000, signal }: UntilOptions = {},
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (isAwaited(value)) return value
    if (Date.now() + everyMs > end)
      throw new Error(`Waited for ${Math.round(timeoutMs / 1000)} s in vain.`)
    await sleep(everyMs, undefined, { signal })
  }
}
