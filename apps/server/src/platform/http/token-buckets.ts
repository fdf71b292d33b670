/** Token buckets in the memory of this process. */

/** Describes a bucket: `burst` requests at once, and `perSecond` more as time goes on. */
export type Rate = { burst: number; perSecond: number }

export type Taken = {
  isAllowed: boolean
  /** Counts the requests that may follow at once. */
  remaining: number
  /** Holds the seconds until the bucket is full again. */
  resetSeconds: number
  /** Holds the seconds until one more request is allowed; 0 if it is. */
  retryAfterSeconds: number
}

export type Buckets = {
  /** Takes one request from a subject's bucket, or nothing if it is empty. */
  take: (subject: string) => Taken
  /** Puts back what `take` took. */
  putBack: (subject: string) => void
}

/** Compares times: sums of fractions of a millisecond differ by less. */
const TOLERANCE_MS = 1e-6

/** Buckets kept before full ones, which are like none, are dropped for the first time. */
const MIN_SWEPT = 1000

/** Builds buckets that are full at first. `now` returns milliseconds that never go back. */
export function createBuckets({ burst, perSecond }: Rate, now = () => performance.now()): Buckets {
  const refillMs = 1000 / perSecond
  const capacityMs = burst * refillMs
  /** Holds when each bucket that is not full will be. */
  const fullAt = new Map<string, number>()
  let sweepAt = MIN_SWEPT

  const describe = (isAllowed: boolean, missingMs: number): Taken => {
    const leftMs = capacityMs - missingMs + TOLERANCE_MS
    const waitMs = Math.max(0, refillMs - leftMs)
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor(leftMs / refillMs)),
      resetSeconds: Math.ceil(Math.max(0, missingMs - TOLERANCE_MS) / 1000),
      retryAfterSeconds: isAllowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
    }
  }
  const missingMsOf = (subject: string, at: number) => Math.max(0, (fullAt.get(subject) ?? 0) - at)
  const hasOne = (missingMs: number) => capacityMs - missingMs + TOLERANCE_MS >= refillMs

  const sweep = (at: number) => {
    for (const [subject, time] of fullAt) if (time <= at) fullAt.delete(subject)
    sweepAt = Math.max(MIN_SWEPT, 2 * fullAt.size)
  }
  return {
    take: (subject) => {
      const at = now()
      const missingMs = missingMsOf(subject, at)
      if (!hasOne(missingMs)) return describe(false, missingMs)
      if (fullAt.size >= sweepAt) sweep(at)
      fullAt.set(subject, at + missingMs + refillMs)
      return describe(true, missingMs + refillMs)
    },
    putBack: (subject) => {
      const time = fullAt.get(subject)
      if (time !== undefined) fullAt.set(subject, time - refillMs)
    },
  }
}
