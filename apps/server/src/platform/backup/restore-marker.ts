/** The file that a restore leaves for the next start of the server. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const marker = z.object({ restoredTo: z.iso.datetime().transform((at) => new Date(at)) })

const pathIn = (dataDir: string) => join(dataDir, 'restored.json')

export async function writeMarker(dataDir: string, restoredTo: Date): Promise<void> {
  await writeFile(pathIn(dataDir), `${JSON.stringify({ restoredTo })}\n`, { mode: 0o600 })
}

/** Returns the moment to which the data directory was restored, or null. Throws for a damaged marker. */
export async function readMarker(dataDir: string): Promise<Date | null> {
  try {
    return marker.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8'))).restoredTo
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${pathIn(dataDir)} cannot be read.`, { cause: error })
  }
}

export const removeMarker = (dataDir: string): Promise<void> => rm(pathIn(dataDir), { force: true })
