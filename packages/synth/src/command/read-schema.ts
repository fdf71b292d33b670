import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DeclaredSchema } from '../schema/declared-schema.ts'
import { parseSchema } from './schema-file.ts'

/** Reads a schema file as an option for the engine; returns no option without a path. */
export async function readSchema(
  schemaPath: string | undefined,
): Promise<{ schema?: DeclaredSchema }> {
  if (schemaPath === undefined) return {}
  return { schema: parseSchema(await readFile(schemaPath, 'utf8'), path.basename(schemaPath)) }
}
