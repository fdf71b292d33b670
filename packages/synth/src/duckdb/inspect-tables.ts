import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ColumnKind } from '../schema/column-schema.ts'
import { openDatabase, queryRows } from './database.ts'
import { loadTable } from './load-csv.ts'
import { openSources, type TableSource } from './open-sources.ts'
import { profileColumns } from './profile-columns.ts'

export type TableInspection = {
  name: string
  rowCount: number
  columns: { name: string; kind: ColumnKind; nullFraction: number }[]
}

/**
 * What `synthesize` would make of some files; exact, so for the original's owner only. Throws the same
 * SynthesisError refusals. Reads everything: about 0.5 s for 30,000 rows x 15.
 */
export async function inspectTables(
  inputPaths: string[],
  options: { tempDir: string },
): Promise<TableInspection[]> {
  const workDir = await mkdtemp(path.join(options.tempDir, 'inspection-'))
  try {
    const inspections: TableInspection[] = []
    for (const source of await openSources(inputPaths, workDir))
      inspections.push(await inspectTable(source, workDir))
    return inspections
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

async function inspectTable(source: TableSource, workDir: string): Promise<TableInspection> {
  const { connection, close } = await openDatabase({
    workDir,
    readablePaths: [source.path],
    threads: 2,
    memoryLimitMb: 512,
  })
  try {
    const table = await loadTable(connection, source)
    const schemas = await profileColumns(connection, table)
    const present = schemas.map((_, j) => `count(c${j})`).join(', ')
    const [row] = await queryRows(connection, `select ${present} from raw`)
    const columns = schemas.map(({ name, kind }, j) => ({
      name,
      kind,
      nullFraction: 1 - Number(row![j]) / table.rowCount,
    }))
    return { name: source.name, rowCount: table.rowCount, columns }
  } finally {
    close()
  }
}
