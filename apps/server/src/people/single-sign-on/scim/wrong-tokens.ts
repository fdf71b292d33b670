/** Limits the wrong tokens of one network, in this process. */
import { createBuckets, type Rate, type Taken } from '../../../platform/http/token-buckets.ts'

export type WrongTokens = ReturnType<typeof limitWrongTokens>

/**
 * Counts each request as one with a wrong token until its token is confirmed. A token that was confirmed the last
 * time is not counted, so that no neighbor in a shared network locks a directory out. No rate: no counting.
 */
export function limitWrongTokens(rate: Rate | null, now?: () => number) {
  const buckets = rate && createBuckets(rate, now)
  const standing = new Set<string>()
  return {
    /** Takes a request of a network with the hash of its token. Null where it is not counted. */
    take: (network: string, hash: string): Taken | null =>
      buckets && !standing.has(hash) ? buckets.take(network) : null,
    /** Notes whether the token of a request stood; `taken` is what `take` returned for it. */
    settle: (network: string, hash: string, { stands, taken }: Settled) => {
      if (!stands) return void standing.delete(hash)
      standing.add(hash)
      if (taken) buckets?.putBack(network)
    },
  }
}

type Settled = { stands: boolean; taken: Taken | null }
