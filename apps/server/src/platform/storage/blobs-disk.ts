/** Objects as files below the data directory, which their owner alone may enter. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Objects } from './blobs-objects.ts'

export function diskObjects(dataDir: string): Objects {
  const root = join(dataDir, 'blobs')
  const path = (key: string) => join(root, key)
  return {
    put: async (key, content) => {
      const target = path(key)
      const directory = dirname(target)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const partial = join(directory, `.${randomUUID()}`)
      try {
        await writeDurably(partial, content)
        await rename(partial, target)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      await syncDirectory(directory)
    },
    get: async (key) => {
      try {
        return await readFile(path(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: async (keys) => {
      // Whole directories: with what a crash left half written.
      for (const directory of new Set(keys.map((key) => dirname(path(key)))))
        await rm(directory, { recursive: true, force: true })
    },
    list: async function* () {
      await mkdir(root, { recursive: true, mode: 0o700 })
      for await (const { name: blobId } of await opendir(root)) {
        const indexes = await readdir(path(blobId)).catch(() => null) // it has just been removed
        if (!indexes) continue
        const { mtime: writtenAt } = await stat(path(blobId)) // a new object changes its directory
        const count = Math.max(-1, ...indexes.map(Number).filter(Number.isInteger)) + 1
        yield { blobId, count, writtenAt }
      }
    },
  }
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Syncs a directory, so that a new name survives a crash, too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
