/**
 * Keeps each key in a file of its own. Made as a whole under its name; destroyed by overwriting it in
 * place, for a file that is replaced by another leaves its blocks behind.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type FileHandle, link, open, opendir, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DependencyError } from '../faults.ts'
import { asStorageFault, syncDirectory } from '../storage/durable-files.ts'
import { examineFileSystem } from './file-system.ts'
import type { DestructionMethod, KeyStore } from './key-store.ts'

const KEY_BYTES = 32

/** Sets the length of a file: a block of its own. A file system may keep a shorter one among its metadata, which a journal copies. */
const FILE_BYTES = 4096

/** Sets the age at which a file that was never given its name was left by a crash. */
const ABANDONED_MS = 3_600_000

/** Keys come from the platform, never from what a person typed; this holds even so. */
const KEY_ID = /^[\w-]{1,64}$/

/** Describes where a key was made: a copy of its file, or one on a file system of before, shows by it. */
type Origin = { inode: string; method: DestructionMethod }

export type KeyFilesPlace = {
  /** Holds the keys of one database, and nothing else. It must exist. */
  dir: string
  /** States that something below the file system keeps old blocks. */
  hasSnapshots: boolean
}

export function keyFiles({ dir, hasSnapshots }: KeyFilesPlace): KeyStore {
  const pathOf = (id: string) => {
    if (!KEY_ID.test(id)) throw new Error('This is no ID of a key.')
    return join(dir, id)
  }
  const examine = async () => {
    const found = await examineFileSystem(dir)
    return hasSnapshots ? { ...found, method: 'unlinked' as const } : found
  }
  return {
    create: (id) =>
      asStorageFault(async () => {
        const path = pathOf(id)
        await assertPresent(dir)
        if (await fileExists(path)) return
        const { method } = await examine()
        await writeNew(dir, path, method)
      }),
    derive: (id, context) =>
      asStorageFault(async () => {
        const file = await openKey(dir, pathOf(id), 'r')
        if (!file) return null
        try {
          const { key } = await readKey(file)
          return createHmac('sha256', key).update(context).update(id).digest()
        } finally {
          await file.close()
        }
      }),
    destroy: (id) =>
      asStorageFault(async () => {
        const path = pathOf(id)
        await assertPresent(dir)
        const { method, fileSystem } = await examine()
        const file = await openKey(dir, path, 'r+')
        if (!file) return { method: 'unlinked', keyStore: 'files', fileSystem, wasPresent: false }
        const isAsMade = await overwrite(file, method)
        await unlink(path)
        await syncDirectory(dir)
        const claimed = isAsMade ? method : 'unlinked'
        return { method: claimed, keyStore: 'files', fileSystem, wasPresent: true }
      }),
    list: async function* () {
      await assertPresent(dir)
      for await (const { name } of await opendir(dir)) {
        const found = await stat(join(dir, name)).catch(() => null) // it has just been removed
        if (!found) continue
        if (KEY_ID.test(name)) yield { id: name, madeAt: found.mtime }
        // Only its name is removed: after a crash the same file may have its own name, too.
        else if (Date.now() - found.mtimeMs > ABANDONED_MS)
          await rm(join(dir, name), { force: true })
      }
    },
  } satisfies KeyStore
}

/** Throws if the directory is away: an empty mount point must not look like keys that are gone. */
async function assertPresent(dir: string): Promise<void> {
  const found = await stat(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found?.isDirectory())
    throw new DependencyError('storage', `KEY_DIR is away: there is no directory ${dir}.`)
}

const fileExists = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/** Opens a key's file. Null if there is none where the keys are. */
async function openKey(dir: string, path: string, flags: 'r' | 'r+'): Promise<FileHandle | null> {
  try {
    return await open(path, flags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await assertPresent(dir)
    return null
  }
}

/** Writes a new key under another name, then gives it its own, unless another process was first. */
async function writeNew(dir: string, path: string, method: DestructionMethod): Promise<void> {
  const partial = join(dir, `.${randomUUID()}`)
  try {
    const file = await open(partial, 'wx', 0o600)
    try {
      const { ino } = await file.stat({ bigint: true })
      const origin: Origin = { inode: String(ino), method }
      const content = Buffer.alloc(FILE_BYTES)
      randomBytes(KEY_BYTES).copy(content)
      content.write(JSON.stringify(origin), KEY_BYTES)
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(partial, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(partial, { force: true })
  }
  await syncDirectory(dir)
}

async function readKey(file: FileHandle): Promise<{ key: Buffer; origin: Origin }> {
  const content = Buffer.alloc(FILE_BYTES)
  const { bytesRead } = await file.read(content, 0, FILE_BYTES, 0)
  if (bytesRead < FILE_BYTES) throw new Error('A key of an original is damaged.')
  const text = content.subarray(KEY_BYTES).toString('utf8').replace(/\0.*$/s, '')
  return { key: content.subarray(0, KEY_BYTES), origin: JSON.parse(text) as Origin }
}

/**
 * Overwrites a key in place and closes its file. Returns true if it is the file that was made, on a
 * file system that allowed the same claim: otherwise its bytes may be on other blocks, too.
 */
async function overwrite(file: FileHandle, method: DestructionMethod): Promise<boolean> {
  try {
    const { origin } = await readKey(file)
    const { ino } = await file.stat({ bigint: true })
    // The origin stays, for a stop before the removal: then this runs again.
    await file.write(randomBytes(KEY_BYTES), 0, KEY_BYTES, 0)
    await file.datasync()
    return origin.inode === String(ino) && origin.method === method
  } finally {
    await file.close()
  }
}
