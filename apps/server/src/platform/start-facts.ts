/** Looks up what the checks at start need to know beyond the settings. */
import { readFile, statfs } from 'node:fs/promises'
import { unknownSettingsOf } from './environment.ts'
import { examineFileSystem } from './key-store/file-system.ts'
import { keyRootOf } from './key-store/key-root.ts'
import type { StartFacts } from './start-checks.ts'

/** Holds the file system types of Linux that are kept in memory: tmpfs and ramfs. */
const MEMORY_TYPES = new Set([0x01021994, 0x858458f6])

/** Returns true if the directory is kept in memory; null if this system's types are not known. */
export async function isInMemory(directory: string): Promise<boolean | null> {
  if (process.platform !== 'linux') return null
  try {
    return MEMORY_TYPES.has((await statfs(directory)).type)
  } catch {
    return null
  }
}

/**
 * Returns true if this process' memory may be written to a swap device; a compressed one in memory
 * is none. Null if the system does not report it.
 */
async function canSwap(): Promise<boolean | null> {
  if (process.platform !== 'linux') return null
  try {
    const devices = (await readFile('/proc/swaps', 'utf8')).trim().split('\n').slice(1)
    if (devices.every((line) => /^\/dev\/zram/.test(line))) return false
    const [, group = ''] = /^0::(.*)$/m.exec(await readFile('/proc/self/cgroup', 'utf8')) ?? []
    const limit = await readFile(`/sys/fs/cgroup${group}/memory.swap.max`, 'utf8').catch(() => '')
    return limit.trim() !== '0'
  } catch {
    return null
  }
}

/** Returns true if a file's content can be erased in that directory, with no copy left by the file system. */
async function canErase(directory: string): Promise<boolean> {
  const found = await examineFileSystem(directory).catch(() => null)
  return found !== null && found.method !== 'unlinked'
}

/** Returns the facts of this machine and environment; the caller adds those of the database. */
export async function readStartFacts(
  env: NodeJS.ProcessEnv,
  config: Parameters<typeof keyRootOf>[0] & { workDir: string | null },
): Promise<Omit<StartFacts, 'hasStaff'>> {
  return {
    isWorkDirInMemory: await isInMemory(config.workDir ?? config.dataDir),
    canSwap: await canSwap(),
    canEraseKeys: await canErase(keyRootOf(config)),
    unknownSettings: unknownSettingsOf(env),
  }
}
