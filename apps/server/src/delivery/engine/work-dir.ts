/**
 * Creates private directories for unsealed originals during a run. None outlives its run, or by more
 * than about a minute the server that made it.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat } from '../../platform/process/interval.ts'
import { findLivingProcesses, processId } from '../../platform/process/leases.ts'

type Settings = Pick<Config, 'dataDir' | 'workDir'>

const SWEEP_INTERVAL_MS = 60_000

const root = ({ dataDir, workDir }: Settings) => join(workDir ?? dataDir, 'work')

/** Returns the process that made a directory, which its name begins with. */
const makerOf = (name: string) => name.replace(/\..*$/, '')

/**
 * Removes what servers without a lease have left, here and then every minute. Servers that share the
 * directory must share the database. `end` waits for a sweep that is under way.
 */
export async function sweepWork(
  platform: Pick<Platform, 'config' | 'db' | 'log'>,
): Promise<{ end: () => Promise<void> }> {
  await clearWork(platform)
  // Removes unsealed originals that an upgrade may find here: none may exist outside the work
  // directory.
  await rm(join(platform.config.dataDir, 'uploads'), { recursive: true, force: true })
  return repeat(SWEEP_INTERVAL_MS, () =>
    clearWork(platform).catch((error) => {
      platform.log.warn({ err: error }, 'the work directory was not swept')
    }),
  )
}

/** Removes the directories of processes that hold no lease, but not of this one. */
export async function clearWork({ config, db }: Pick<Platform, 'config' | 'db'>): Promise<void> {
  // Read before the leases: a server has a lease before it makes a directory.
  const names = await readdir(root(config)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  const living = await findLivingProcesses(db)
  for (const name of names) {
    const maker = makerOf(name)
    if (maker === processId || living.has(maker)) continue
    await rm(join(root(config), name), { recursive: true, force: true })
  }
}

/** Creates a directory that only its owner may enter. Returns its path. */
export async function makeWorkDir(config: Settings): Promise<string> {
  const dir = join(root(config), `${processId}.${randomUUID()}`)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await chmod(root(config), 0o700)
  return dir
}

export async function withWorkDir<T>(
  config: Settings,
  work: (dir: string) => Promise<T>,
): Promise<T> {
  const dir = await makeWorkDir(config)
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
