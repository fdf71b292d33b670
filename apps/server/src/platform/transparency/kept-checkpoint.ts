/**
 * Keeps the newest checkpoint in a file outside the database: a database that was brought back from a
 * backup knows less than was published, and signing on would make a second history.
 */
import { constants } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'

/** Names the place of the files: of the settings, these two. */
export type KeptPlace = Pick<Config, 'keyDir' | 'dataDir'>

const dirOf = ({ keyDir, dataDir }: KeptPlace) => keyDir ?? join(dirname(dataDir), '.keys')

/** Returns the path of the file that belongs to a log. */
export const keptPath = (place: KeptPlace, { id }: { id: string }): string =>
  join(dirOf(place), `log-checkpoint-${id}`)

/** Returns the note that was kept last; null if there is no file. */
export async function readKept(place: KeptPlace, log: { id: string }): Promise<string | null> {
  try {
    return await readFile(keptPath(place, log), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Returns once the note is on the disk, also if the power fails. */
export async function keep(place: KeptPlace, log: { id: string }, note: string): Promise<void> {
  const keyDir = dirOf(place)
  await mkdir(keyDir, { recursive: true, mode: 0o700 })
  const path = keptPath(place, log)
  const file = await open(`${path}.partial`, 'w', 0o600)
  try {
    await file.writeFile(note)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.partial`, path)
  const directory = await open(keyDir, constants.O_RDONLY)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
