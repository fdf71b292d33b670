import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { codeTwins, type TwinSource } from '../../engines/duckdb/code-twins.ts'
import { openDatabase } from '../../engines/duckdb/database.ts'
import { measureInDuckdb } from '../../engines/duckdb/measure.ts'
import {
  compareWithModel,
  type TableAgainstModel,
} from '../../evaluate/against/compare-with-model.ts'
import { DEFAULT_MEMORY_MB } from '../../evaluate/estimate-run.ts'
import type { FittedColumn, FittedModel } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import type {
  ReleasedFamily,
  ReleasedModel,
  ReleasedTable,
} from '../../model/released/released-model.ts'
import { openSources, type TableSource } from '../../read/open-sources.ts'
import { SynthesisError, throwIfAborted } from '../../schema/synthesis-error.ts'

export type AgainstModelOptions = {
  model: ReleasedModel
  /** Files with a twin of each table of the model, in any format that is read; a sole table may have any name. */
  twins: string[]
  /** An existing directory; a subdirectory of it holds the work and is removed at the end. */
  tempDir: string
  /** DuckDB threads, default 2. */
  threads?: number
  /** DuckDB memory before it spills to `tempDir`, default 384. */
  memoryLimitMb?: number
  /** `fraction` runs from 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/**
 * Compares twins with what was measured of their originals, without these: it costs no privacy, and what the model's
 * noise hides, or its figures do not show, is not judged. Tables come in the order of the model. Throws SynthesisError when a
 * file is refused, has other tables or columns than the model, or `signal` aborts.
 */
export async function evaluateAgainstModel(
  options: AgainstModelOptions,
): Promise<TableAgainstModel[]> {
  const { model, twins, tempDir, signal, onProgress = () => {} } = options
  const workDir = await mkdtemp(path.join(tempDir, 'against-model-'))
  try {
    throwIfAborted(signal)
    const sourceOf = matchTables(model, await openSources(twins, workDir, signal))
    const families = model.families.map((family) => ({
      family,
      twins: family.tables.map((table) => twinSource(table, sourceOf(table))),
    }))
    const count = families.reduce((sum, { twins }) => sum + twins.length, 0)
    const compared: TableAgainstModel[] = []
    for (const { family, twins } of families) {
      for await (const table of compareFamily(family, twins, { ...options, workDir })) {
        compared.push(table)
        onProgress(compared.length / count)
      }
    }
    return compared
  } catch (error) {
    throwIfAborted(signal)
    throw error
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

async function* compareFamily(
  { tables }: ReleasedFamily,
  twins: TwinSource[],
  {
    workDir,
    threads = 2,
    memoryLimitMb = DEFAULT_MEMORY_MB,
    signal,
  }: AgainstModelOptions & { workDir: string },
): AsyncGenerator<TableAgainstModel> {
  const numbered = tables.map(withOwnCodes)
  const database = await openDatabase({
    workDir,
    readablePaths: twins.map(({ source }) => source.path),
    threads,
    memoryLimitMb,
    signal,
    tables: tables.length,
  })
  try {
    const { connections } = database
    const rows = await codeTwins(connections, numbered, twins)
    for (const [place, { name, model }] of numbered.entries()) {
      throwIfAborted(signal)
      refuseEmpty(at(rows, place), at(twins, place).source)
      const twin = measureInDuckdb(at(connections, place))
      yield await compareWithModel(name, model, twin, at(rows, place))
    }
  } finally {
    database.close()
  }
}

/** Gives labels the codes that twins get, in place of those in the original, and the context its place after all columns. */
function withOwnCodes<Table extends { model: FittedModel }>(table: Table): Table {
  const { model } = table
  const { rules } = model
  const first = rules.plan.schemas.length
  const own: FittedModel = {
    ...model,
    columns: model.columns.map(withCodes),
    context: model.context.map((column, i) => ({ ...withCodes(column), index: first + i })),
    rules: {
      ...rules,
      alone: new Map([...rules.alone].map(([index, column]) => [index, withCodes(column)])),
    },
  }
  return { ...table, model: own }
}

function withCodes(column: FittedColumn): FittedColumn {
  const { values } = column
  return values.type === 'grid'
    ? column
    : { ...column, values: { ...values, codes: [...values.labels.keys()] } }
}

/** Returns how the twin of a table is found: by its name. */
function matchTables(
  { families }: ReleasedModel,
  sources: TableSource[],
): (table: ReleasedTable) => TableSource {
  const tables = families.flatMap((family) => family.tables)
  const [table, source] = [tables[0], sources[0]]
  if (table && source && tables.length === 1 && sources.length === 1) return () => source
  const extra = sources.find(({ name }) => tables.every((of) => of.name !== name))
  if (extra) throw refuse(`The model has no table "${extra.name}", of which there is a twin.`)
  return (of) => {
    const found = sources.find(({ name }) => name === of.name)
    if (!found) throw refuse(`There is no twin of the model's table "${of.name}".`)
    return found
  }
}

/** Finds the model's columns in a file by their names. */
function twinSource({ model }: ReleasedTable, source: TableSource): TwinSource {
  const names = model.schemas.map(({ name }) => name)
  const missing = names.filter((name) => !source.columnNames.includes(name))
  const extra = source.columnNames.filter((name) => !names.includes(name))
  const list = (of: string[]) => of.map((name) => `"${name}"`).join(', ')
  if (missing.length > 0)
    throw refuse(`${source.file} lacks columns of the model: ${list(missing)}.`)
  if (extra.length > 0)
    throw refuse(`${source.file} has columns that the model does not have: ${list(extra)}.`)
  return { source, places: names.map((name) => source.columnNames.indexOf(name)) }
}

function refuseEmpty(rows: number, { file }: TableSource): void {
  if (rows === 0) throw new SynthesisError('no_rows', `${file} has no rows.`)
}

function refuse(message: string): SynthesisError {
  return new SynthesisError('invalid_options', message)
}
