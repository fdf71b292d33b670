/** Creates private directories for unsealed originals during a run. None outlives its run. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'

type Settings = Pick<Config, 'dataDir' | 'workDir'>

const root = ({ dataDir, workDir }: Settings) => join(workDir ?? dataDir, 'work')

/** Removes what a crash has left. Call at start, before any run. */
export async function clearWork(config: Settings): Promise<void> {
  await rm(root(config), { recursive: true, force: true })
  // Removes unsealed originals that an upgrade may find here: none may exist outside the work
  // directory.
  await rm(join(config.dataDir, 'uploads'), { recursive: true, force: true })
}

/** Creates a directory that only its owner may enter. Returns its path. */
export async function makeWorkDir(config: Settings): Promise<string> {
  const dir = join(root(config), randomUUID())
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
