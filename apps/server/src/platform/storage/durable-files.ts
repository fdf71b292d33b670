/** Files and names that outlive a crash, and whose faults count as those of the storage. */
import { open } from 'node:fs/promises'
import { classifyFault, DependencyError } from '../faults.ts'

/** Reports a file system that refuses, such as for missing rights, as a fault of the storage. */
export async function asStorageFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    const isDefect = classifyFault(error).kind === 'defect'
    if (isDefect && code && syscall) throw new DependencyError('storage', message, { cause: error })
    throw error
  }
}

/** Syncs a directory, so that a new name, or the end of one, survives a crash, too. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
