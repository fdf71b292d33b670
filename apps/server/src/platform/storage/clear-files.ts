/** Files that older servers stored in the clear, by key: a path below the data directory. */
import { readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keys come from ids, never from what a person typed; this holds even so. */
const KEY = /^[a-z0-9][\w-]*(\.[a-z0-9]+)?(\/[\w-]+(\.[a-z0-9]+)?)*$/

/** Returns the file's path. Throws for a key that is not made of plain names. */
export function clearFilePath(dataDir: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is no storage key.`)
  return join(dataDir, key)
}

/** Returns the file's length, or null if this server does not have it. */
export async function clearFileBytes(dataDir: string, key: string): Promise<number | null> {
  const found = await stat(clearFilePath(dataDir, key)).catch(ignoreNotFound)
  return found?.size ?? null
}

/** Reads the whole file. Null if this server does not have it. */
export const readClearFile = (dataDir: string, key: string): Promise<Buffer | null> =>
  readFile(clearFilePath(dataDir, key)).catch(ignoreNotFound)

/** Removes the file; no error when it is gone already. */
export const removeClearFile = (dataDir: string, key: string): Promise<void> =>
  rm(clearFilePath(dataDir, key), { force: true })

/** Lists the files in a directory, with the time of their last change; none if it is gone. */
export async function listClearFiles(
  dataDir: string,
  directory: string,
): Promise<{ name: string; writtenAt: Date }[]> {
  const listed: { name: string; writtenAt: Date }[] = []
  for (const name of (await readdir(clearFilePath(dataDir, directory)).catch(ignoreNotFound)) ??
    []) {
    const found = await stat(join(dataDir, directory, name)).catch(ignoreNotFound) // it may just be gone
    if (found?.isFile()) listed.push({ name, writtenAt: found.mtime })
  }
  return listed
}

/** Removes the directory if it is empty. */
export async function removeEmptyDirectory(dataDir: string, directory: string): Promise<void> {
  await rmdir(clearFilePath(dataDir, directory)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') ignoreNotFound(error)
  })
}

/** Names the file with the database whose rows have named clear files of the directory around it. */
const NAMED_BY = 'clear-files-of'

/** Returns what `writeNamedBy` wrote last into the data directory, or null. */
export const readNamedBy = (dataDir: string): Promise<string | null> =>
  readFile(join(dataDir, NAMED_BY), 'utf8').catch(ignoreNotFound)

/** Notes which database has named clear files of this data directory. */
export const writeNamedBy = (dataDir: string, database: string): Promise<void> =>
  writeFile(join(dataDir, NAMED_BY), database)

function ignoreNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
