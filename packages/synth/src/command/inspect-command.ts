import { tmpdir } from 'node:os'
import { inspectTables } from '../run/inspect-tables.ts'
import type { InspectArguments } from './arguments.ts'
import { readSchema } from './read-schema.ts'
import { writeSchema } from './schema-file.ts'
import type { Terminal } from './terminal.ts'

/** Prints what the engine takes tables for, as a schema file. */
export async function inspectCommand(
  { inputPaths, database, schemaPath }: InspectArguments,
  { out, signal }: Terminal,
): Promise<void> {
  const inspections = await inspectTables(inputPaths, {
    tempDir: tmpdir(),
    signal,
    ...(database && { database }),
    ...(await readSchema(schemaPath)),
  })
  out(writeSchema(inspections))
}
