import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { inFile, throwIfAborted } from '../schema/synthesis-error.ts'
import { openFile } from './open-file.ts'
import { nameTables } from './table-names.ts'
import type { OpenedTable, TableSource } from './table-source.ts'

export type { TableSource } from './table-source.ts'

/**
 * Opens the tables in some files; what has to be rewritten goes below `workDir`. Throws SynthesisError
 * for what is not a table.
 */
export async function openSources(
  inputPaths: string[],
  workDir: string,
  signal?: AbortSignal,
): Promise<TableSource[]> {
  const opened: { file: string; tables: OpenedTable[] }[] = []
  for (const [i, inputPath] of inputPaths.entries()) {
    throwIfAborted(signal)
    const options = { workDir: path.join(workDir, `input-${i}`), signal }
    await mkdir(options.workDir)
    const file = path.basename(inputPath)
    const tables = await openFile(path.resolve(inputPath), options).catch((error: unknown) => {
      throwIfAborted(signal)
      throw inFile(error, file, inputPaths.length > 1)
    })
    opened.push({ file, tables })
  }
  return nameTables(opened)
}
