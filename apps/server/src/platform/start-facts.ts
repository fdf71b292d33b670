/** Looks up what the checks at start need to know beyond the settings. */
import { statfs } from 'node:fs/promises'
import { unknownSettingsOf } from './environment.ts'
import type { StartFacts } from './start-checks.ts'

/** Holds the file system types of Linux that are kept in memory: tmpfs and ramfs. */
const MEMORY_TYPES = new Set([0x01021994, 0x858458f6])

/** Returns true if the directory is kept in memory; null if this system's types are not known. */
async function isInMemory(directory: string): Promise<boolean | null> {
  if (process.platform !== 'linux') return null
  try {
    return MEMORY_TYPES.has((await statfs(directory)).type)
  } catch {
    return null
  }
}

/** Returns the facts of this machine and environment; the caller adds those of the database. */
export async function readStartFacts(
  env: NodeJS.ProcessEnv,
  config: { workDir: string | null; dataDir: string },
): Promise<Omit<StartFacts, 'hasStaff'>> {
  return {
    isWorkDirInMemory: await isInMemory(config.workDir ?? config.dataDir),
    unknownSettings: unknownSettingsOf(env),
  }
}
