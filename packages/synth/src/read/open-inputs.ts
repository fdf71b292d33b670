import { type DatabaseInput, openWarehouse } from '../engines/warehouse/open-warehouse.ts'
import { cryptoRandom } from '../random/crypto-random.ts'
import type { RandomSource } from '../random/random-source.ts'
import type { DeclaredSchema } from '../schema/declared-schema.ts'
import { refuseUnknownTables } from '../schema/resolve-table.ts'
import { SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'
import { openSources, type TableSource } from './open-sources.ts'

export type Inputs = {
  inputPaths: string[]
  database?: DatabaseInput
  schema?: DeclaredSchema
  signal?: AbortSignal
  random?: RandomSource
}

/** Opens the tables of some files, or of a database. Throws SynthesisError; `close` when all is read. */
export async function openInputs(
  { inputPaths, database, schema, signal, random }: Inputs,
  workDir: string,
): Promise<{ sources: TableSource[]; close: () => Promise<void> }> {
  throwIfAborted(signal)
  if (inputPaths.length > 0 === (database !== undefined)) {
    throw new SynthesisError('invalid_options', 'The input is files, or tables of one database.')
  }
  const opened = database
    ? await openWarehouse(database, { workDir, schema, signal, random: random ?? cryptoRandom() })
    : { sources: await openSources(inputPaths, workDir, signal), close: async () => {} }
  try {
    const names = opened.sources.map(({ name }) => name)
    if (schema) refuseUnknownTables(schema, names)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}
