/** Objects as files below the data directory, which their owner alone may enter. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DependencyError } from '../faults.ts'
import { type Objects, STORE_TIMEOUT_MS } from './blobs-objects.ts'
import { asStorageFault, syncDirectory } from './durable-files.ts'

export function diskObjects(dataDir: string): Objects {
  const root = join(dataDir, 'blobs')
  const path = (key: string) => join(root, key)
  return {
    put: (key, content) => asStorageFault(() => replace(path(key), content)),
    get: (key) =>
      asStorageFault(async () => {
        try {
          return await readFile(path(key))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
          throw error
        }
      }),
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

/** Writes under a temporary name and renames, so that of a write that fails nothing stays. */
async function replace(target: string, content: Buffer): Promise<void> {
  const deadline = performance.now() + STORE_TIMEOUT_MS
  const directory = dirname(target)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const partial = join(directory, `.${randomUUID()}`)
  try {
    await writeDurably(partial, content)
    if (performance.now() > deadline)
      throw new DependencyError('storage', 'The disk took too long to write.')
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  await syncDirectory(directory)
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
