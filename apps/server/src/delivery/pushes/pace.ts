/**
 * Holds destinations to a pace: each starts with a few minutes, and earns time by what it takes, never more than
 * it started with. One that takes a little now and then runs out of time all the same.
 */
const MOST_MS = 3 * 60_000
const LEAST_BYTES_PER_MS = 128
/** Allows for folders, names and answers, which take time and have no bytes. */
const FILE_MS = 20_000

export type Pace = {
  /** Aborts once the destination is too slow. */
  lost: AbortSignal
  onBytes: (bytes: number) => void
  onFile: () => void
  end: () => void
}

/** Starts the clock; `end` stops it. */
export function startPace(): Pace {
  const lost = new AbortController()
  let until = performance.now() + MOST_MS
  let timer = setTimeout(check, MOST_MS).unref()
  function check(): void {
    const left = until - performance.now()
    if (left <= 0) lost.abort()
    else timer = setTimeout(check, Math.ceil(left)).unref()
  }
  const earn = (ms: number) => {
    until = Math.min(performance.now() + MOST_MS, until + ms)
  }
  return {
    lost: lost.signal,
    onBytes: (bytes) => earn(bytes / LEAST_BYTES_PER_MS),
    onFile: () => earn(FILE_MS),
    end: () => clearTimeout(timer),
  }
}
