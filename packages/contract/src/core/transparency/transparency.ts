/** The transparency log as programs and people see it. */
import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Names the path at which the logs, their keys and their first leaves are published. */
export const logDirectoryPath = '/.well-known/semblance-log.json'

/** Lists the seconds for which a checkpoint may be kept; tiles never change. */
export const CHECKPOINT_MAX_AGE_SECONDS = 2

/**
 * `open` signs; `rolled_back` and `without_key`, whose key does not open under the server's SECRET_KEY, sign nothing
 * until staff open a new log; `closed` was followed by another one.
 */
export const logState = z.enum(['open', 'rolled_back', 'without_key', 'closed'])
export type LogState = z.infer<typeof logState>

const publishedLog = z.object({
  number: z.number().int().min(1),
  origin: z.string(),
  /** Path of its checkpoint and tiles, without a trailing slash. */
  path: z.string(),
  state: logState,
  verifierKey: z.string(),
  openedAt: z.date(),
  closedAt: z.date().nullable(),
  /** The newest published checkpoint; null before the first. */
  checkpoint: z
    .object({
      /** With the cosignatures of witnesses, which come after it is published. */
      note: z.string(),
      size: z.bigint(),
      rootHex: z.string(),
      publishedAt: z.date(),
      /** Each witness states its own time. */
      cosignedBy: z.array(z.object({ name: z.string(), statedAt: z.date() })),
    })
    .nullable(),
  /** The newest checkpoint that a quorum of the witnesses has cosigned; null without one. */
  cosigned: z.object({ note: z.string(), size: z.bigint() }).nullable(),
  /** Opens the first leaf, which names the audit chain or the log before; null once erased. */
  firstLeaf: z.object({ salt: z.string(), payload: z.string() }).nullable(),
})
export type PublishedLog = z.infer<typeof publishedLog>

/** Lists the witnesses that cosign checkpoints, and counts how many of them are enough. */
const logWitnesses = z.object({
  list: z.array(z.object({ name: z.string(), verifierKey: z.string() })),
  quorum: z.number().int(),
})
export type LogWitnesses = z.infer<typeof logWitnesses>

/** Counts of what a comparison of openings with rows, tiles and checkpoints found. */
const logCheck = z.object({
  checkedAt: z.date(),
  leavesCount: z.bigint(),
  /** Committed and not in the tree yet. */
  stagedCount: z.number().int(),
  /** Salt and content were deleted with a person or an organization: these leaves can be compared with no row. */
  erasedCount: z.number().int(),
  /** Each names a place: a leaf, a row, a tile, a checkpoint. */
  violations: z.array(z.string()),
})
export type LogCheck = z.infer<typeof logCheck>

export const transparency = {
  status: oc
    .route({
      method: 'GET',
      path: '/transparency',
      summary: 'The logs with their keys and newest checkpoints, for anyone',
    })
    .output(z.object({ logs: z.array(publishedLog), witnesses: logWitnesses })),
  proof: oc
    .route({
      method: 'GET',
      path: '/transparency/{log}/proofs/{index}',
      summary: 'The proof that a log includes a leaf (C2SP tlog-proof@v1), for anyone',
    })
    .input(
      z.object({
        log: z.coerce.number().int().min(1).max(1_000_000),
        index: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      }),
    )
    .output(z.object({ proof: z.string() })),
  check: oc
    .route({
      method: 'GET',
      path: '/admin/transparency/check',
      summary: 'Compare the log with the rows, tiles and checkpoints (staff)',
    })
    .output(logCheck),
  openLog: oc
    .route({
      method: 'POST',
      path: '/admin/transparency/logs',
      summary: 'Open a new log after one whose history was rolled back (staff)',
    })
    .output(z.object({ origin: z.string() })),
}
