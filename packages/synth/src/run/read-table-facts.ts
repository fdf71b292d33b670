import { mkdtemp, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase, queryRows } from '../engines/duckdb/database.ts'
import { viewSource } from '../read/load-table.ts'
import { openSources } from '../read/open-sources.ts'
import { type FileFormat, sniffFormat } from '../read/sniff-format.ts'

/** Describes a file by its bytes, without a look at its name. */
export type TableFacts = {
  format: FileFormat
  tables: { columnNames: string[]; rowCount: number }[]
}

const SNIFFED_BYTES = 64 * 1024

/**
 * Reads a whole file in any format of tables. Throws SynthesisError for what is not a table or breaks off.
 * `tempDir` is an existing directory; a subdirectory of it holds the work and is removed at the end.
 */
export async function readTableFacts(
  file: string,
  { tempDir, threads = 2 }: { tempDir: string; threads?: number },
): Promise<TableFacts> {
  const workDir = await mkdtemp(path.join(tempDir, 'facts-'))
  try {
    const format = sniffFormat(await readStart(file))
    const sources = await openSources([file], workDir)
    const database = await openDatabase({
      workDir,
      readablePaths: sources.map((source) => source.path),
      threads,
      memoryLimitMb: 512,
    })
    try {
      const tables: TableFacts['tables'] = []
      for (const source of sources) {
        await viewSource(database.connection, 'facts', source, [...source.columnNames.keys()])
        const cells = source.columnNames.map((_, j) => `count(t${j})`) // reads every cell
        const [row] = await queryRows(
          database.connection,
          `select ${['count(*)', ...cells].join(', ')} from facts`,
        )
        tables.push({ columnNames: source.columnNames, rowCount: Number(row?.[0] ?? 0) })
      }
      return { format, tables }
    } finally {
      database.close()
    }
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES))
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
