/**
 * Keeps the keys of originals outside the database, which cannot forget: its log, its dead pages and
 * its backups keep what a row held. A key can be destroyed for good where it is kept alone.
 */

/**
 * Names what may be claimed of a destroyed key. `overwritten`: its bytes were overwritten in place on a
 * file system that keeps no other copy, then removed. `volatile`: it was in memory only, and erased
 * there. `unlinked`: it was removed, and nothing is known about what a disk retains.
 */
export type DestructionMethod = 'overwritten' | 'volatile' | 'unlinked'

/** Describes how a key was destroyed, with the facts that its method follows from. */
export type Evidence = {
  method: DestructionMethod
  /** `database`: the key was wrapped in a row, as in earlier releases. */
  keyStore: 'files' | 'database'
  /** Names the type of the file system, such as `ext4`; null if it is not known. */
  fileSystem: string | null
  /** False if no key was found, as after a stop between its removal and its record. */
  wasPresent: boolean
}

export type StoredKey = { id: string; madeAt: Date }

/**
 * Holds one random key of 32 bytes for each original. Throws DependencyError `storage` while the keys
 * cannot be reached: then nothing is made, and nothing counts as destroyed.
 */
export type KeyStore = {
  /** Makes the key, unless it is there. It outlives a crash. */
  create: (id: string) => Promise<void>
  /** Returns HMAC-SHA-256(key, context || id), 32 bytes. Null if there is no key. */
  derive: (id: string, context: string) => Promise<Buffer | null>
  /** Destroys the key; of one that is not there, claims no more than that. */
  destroy: (id: string) => Promise<Evidence>
  /** Lists the keys in no particular order, in flat memory. */
  list: () => AsyncIterable<StoredKey>
}
