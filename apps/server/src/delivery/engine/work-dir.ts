/**
 * Creates private directories for unsealed originals during a run, as `work/<process>.<run>` below
 * WORK_DIR. None outlives its run, or by more than about a minute the server that made it.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat } from '../../platform/process/interval.ts'
import { findLivingProcesses, processId } from '../../platform/process/leases.ts'
import { isInMemory } from '../../platform/start-facts.ts'

type Settings = Pick<Config, 'dataDir' | 'workDir'>

const SWEEP_INTERVAL_MS = 60_000

/** Repeats a removal that an engine's process disturbs, which is about to end. */
const PATIENT = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

/** Holds the names of this process' directories in use; a run that ended has none, or sweeps remove it. */
const inUse = new Set<string>()

const root = ({ dataDir, workDir }: Settings) => join(workDir ?? dataDir, 'work')

/** Returns true if the work directory is known to be in memory. */
export const isWorkDirInMemory = async ({ dataDir, workDir }: Settings): Promise<boolean> =>
  (await isInMemory(workDir ?? dataDir)) === true

/** Returns the process that made a directory, which its name begins with. */
const makerOf = (name: string) => name.replace(/\..*$/, '')

/**
 * Removes what servers without a lease have left, here and then every minute. Servers that share the
 * directory must share the database. `end` waits for a sweep that is under way. Throws if the
 * directory cannot be written.
 */
export async function sweepWork(
  platform: Pick<Platform, 'config' | 'db' | 'log'>,
  { intervalMs = SWEEP_INTERVAL_MS } = {},
): Promise<{ end: () => Promise<void> }> {
  await makePrivate(root(platform.config))
  await clearWork(platform)
  // Removes unsealed originals that an upgrade may find here: none may exist outside the work
  // directory.
  await rm(join(platform.config.dataDir, 'uploads'), { recursive: true, force: true })
  return repeat(intervalMs, () =>
    clearWork(platform).catch((error) => {
      platform.log.warn({ err: error }, 'the work directory was not swept')
    }),
  )
}

/** Removes the directories of processes that hold no lease, and those of this one that no run uses. */
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
    if (maker === processId ? inUse.has(name) : living.has(maker)) continue
    await rm(join(root(config), name), PATIENT)
  }
}

/** Creates a directory that only its owner may enter. Returns its path. */
export async function makeWorkDir(config: Settings): Promise<string> {
  const name = `${processId}.${randomUUID()}`
  inUse.add(name)
  const dir = join(root(config), name)
  await makePrivate(root(config))
  await mkdir(dir, { mode: 0o700 })
  return dir
}

async function makePrivate(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  await chmod(dir, 0o700)
}

export async function removeWorkDir(dir: string): Promise<void> {
  inUse.delete(basename(dir))
  await rm(dir, PATIENT)
}

export async function withWorkDir<T>(
  config: Settings,
  work: (dir: string) => Promise<T>,
): Promise<T> {
  const dir = await makeWorkDir(config)
  try {
    return await work(dir)
  } finally {
    await removeWorkDir(dir)
  }
}
