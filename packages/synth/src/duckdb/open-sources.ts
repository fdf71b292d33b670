import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { openTextFile, type TextFile } from './check-bytes.ts'

/** One table on disk, ready to be loaded: what `name` becomes the twin's file name. */
export type TableSource = TextFile & { name: string }

/**
 * Opens the tables in some files; what has to be rewritten goes below `workDir`. Throws SynthesisError
 * for what is not a table.
 */
export async function openSources(inputPaths: string[], workDir: string): Promise<TableSource[]> {
  const sources: TableSource[] = []
  for (const [i, inputPath] of inputPaths.entries()) {
    const dir = path.join(workDir, `input-${i}`)
    await mkdir(dir)
    sources.push({ ...(await openTextFile(inputPath, dir)), name: path.parse(inputPath).name })
  }
  return sources
}
