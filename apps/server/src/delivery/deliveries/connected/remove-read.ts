/** Removes what a run has read of a source for itself: files of a bucket, samples of tables, and what the engine made of them. */
import { readdir, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Empties the directory of a run but for its twins. */
export async function removeRead(dir: string, twins: { path: string }[]): Promise<void> {
  const kept = new Set(twins.map(({ path }) => relative(dir, path).split(sep)[0]))
  for (const name of await readdir(dir))
    if (!kept.has(name)) await rm(join(dir, name), { recursive: true, force: true })
}
