/** Files on disk by key: a path under the data directory, in directories that their owner alone may enter. */
import { mkdirSync } from 'node:fs'
import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Storage = {
  /** The file's path; throws for a key that is not made of plain names. */
  path: (key: string) => string
  /** Null when there is no such file. */
  bytes: (key: string) => Promise<number | null>
  /** Makes the directory and those above it; returns its path. */
  makeDir: (key: string) => string
  /** Removes a file or a whole directory; no error when it is gone already. */
  remove: (key: string) => Promise<void>
  /** All that is in a directory; in flat memory. */
  list: (key: string) => AsyncGenerator<StoredFile>
}

export type StoredFile = { key: string; writtenAt: Date }

const PRIVATE_DIR = 0o700

/** Keys come from ids, never from what a person typed; this holds even so. */
const KEY = /^[a-z0-9][\w-]*(\.[a-z0-9]+)?(\/[\w-]+(\.[a-z0-9]+)?)*$/

export function openStorage(dataDir: string): Storage {
  const path = (key: string) => {
    if (!KEY.test(key)) throw new Error(`"${key}" is no storage key.`)
    return join(dataDir, key)
  }
  const makeDir = (key: string) => {
    mkdirSync(path(key), { recursive: true, mode: PRIVATE_DIR })
    return path(key)
  }
  return {
    path,
    makeDir,
    bytes: async (key) => {
      const found = await stat(path(key)).catch(ignoreNotFound)
      return found?.size ?? null
    },
    remove: (key) => rm(path(key), { recursive: true, force: true }),
    list: async function* (key) {
      const directory = await opendir(path(key)).catch(ignoreNotFound)
      for await (const { name } of directory ?? []) {
        const found = await stat(join(path(key), name)).catch(ignoreNotFound) // it may just be gone
        if (found) yield { key: `${key}/${name}`, writtenAt: found.mtime }
      }
    },
  }
}

function ignoreNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
