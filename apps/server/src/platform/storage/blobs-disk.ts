/** Objects as files below the data directory, which their owner alone may enter. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { classifyFault, DependencyError } from '../faults.ts'
import { type Objects, STORE_TIMEOUT_MS } from './blobs-objects.ts'

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

/** Reports a file system that refuses, such as for missing rights, as a fault of the storage. */
async function asStorageFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    const isDefect = classifyFault(error).kind === 'defect'
    if (isDefect && code && syscall) throw new DependencyError('storage', message, { cause: error })
    throw error
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
