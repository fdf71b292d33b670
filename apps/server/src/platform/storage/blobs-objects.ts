/**
 * Limits one operation of a store, with its retries. After this time a put has failed and replaces
 * nothing any more.
 */
export const STORE_TIMEOUT_MS = 30_000

/**
 * Stores the chunks of blobs: small objects under `<blob>/<index>`, written and read as a whole.
 * A store that is away, full or refuses is a DependencyError or an error of the file system.
 */
export type Objects = {
  /** Replaces what was there; a reader never sees a part of it, and it outlives a crash. */
  put: (key: string, content: Buffer) => Promise<void>
  /** Null when there is none. */
  get: (key: string) => Promise<Buffer | null>
  /** All objects of one blob; no error for those that are not there. */
  remove: (keys: string[]) => Promise<void>
  /** Lists the stored objects, blob by blob, in no particular order and in flat memory. */
  list: () => AsyncIterable<ListedObjects>
}

/** `count`: one more than the highest index. `writtenAt`: when the last of them was written. */
export type ListedObjects = { blobId: string; count: number; writtenAt: Date }
