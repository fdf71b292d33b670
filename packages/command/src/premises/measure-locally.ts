/** Measures, draws and evaluates where the data is, each once; loads the engine. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { pipeline } from 'node:stream/promises'
import {
  type FoundTable,
  MAX_MEASURED_VALUES,
  type RowsPrint,
  type synthesisStages,
} from '@semblance/contract'
import {
  type DeclaredSchema,
  evaluate,
  inspectTables,
  type MeasuredSplit,
  type MeasureOptions,
  measure,
  printTables,
  readModel,
  sample,
  seededRandom,
  writeModel,
} from '@semblance/synth'
import { UsageError } from '@semblance/synth/command-line'
import type { StateDir } from './state.ts'

export type Inputs = Pick<MeasureOptions, 'inputPaths' | 'database' | 'schema'>

type Terms = { epsilon: number; seed: number; schema: DeclaredSchema | undefined }

export type Following = {
  signal: AbortSignal
  onProgress: (stage: (typeof synthesisStages)[number], fraction: number) => void
}

/** Lists the tables that are to be measured: names, and kinds of columns. Nothing else of it is sent. Throws UsageError for too many values. */
export async function findTables(inputs: Inputs): Promise<FoundTable[]> {
  const { inputPaths, ...rest } = inputs
  const found = await inspectTables(inputPaths, { ...rest, tempDir: tmpdir() })
  refuseTooLarge(found)
  return found.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => ({ name: column.name, kind: column.kind })),
  }))
}

/** Throws UsageError for tables whose twin the platform would not draw, before anything is paid for them. */
export function refuseTooLarge(tables: { rowCount: number; columns: unknown[] }[]): void {
  const values = tables.reduce((sum, { rowCount, columns }) => sum + rowCount * columns.length, 0)
  if (values <= MAX_MEASURED_VALUES) return
  const millions = (amount: number) => `${Math.ceil(amount / 1e6).toLocaleString('en-US')} million`
  throw new UsageError(
    `The tables have ${millions(values)} values (rows times columns); at most ${millions(MAX_MEASURED_VALUES)} can be delivered from your premises. Leave out rows or columns. Nothing was measured.`,
  )
}

/** Hashes the rows of files under the vendor's key; of a warehouse none are known. */
export async function printInputs(
  { inputPaths, database }: Inputs,
  key: Uint8Array,
): Promise<RowsPrint[]> {
  if (database) return []
  const prints = await printTables(inputPaths, { tempDir: tmpdir(), key })
  return prints.map(({ rows, sketch, rowCount, distinctRows }) => ({
    rows,
    sketch,
    isTelling: distinctRows >= Math.min(SKETCH_ROWS, rowCount / 2),
  }))
}
const SKETCH_ROWS = 1024

/** Measures unless that was done; `begin` is awaited before the first count. */
export async function measureOnce(
  dir: StateDir,
  inputs: Inputs,
  terms: Terms,
  { begin, ...following }: Following & { begin: () => Promise<void> },
): Promise<void> {
  if (await isMeasured(dir)) return
  const splits: MeasuredSplit[] = []
  const model = await measure({
    ...optionsOf(inputs, terms),
    signal: following.signal,
    beforeMeasuring: async () => {
      await begin()
      await dir.save({ inputSha256s: inputs.database ? null : await hashAll(inputs.inputPaths) })
    },
    onSplit: (split) => splits.push(split),
    onProgress: ({ stage, fraction }) => following.onProgress(stage, 0.5 * fraction),
  })
  const draft = `${dir.file('model.semblance')}.new`
  await rm(draft, { force: true })
  await writeModel(model, draft)
  await dir.write('split.json', JSON.stringify(splits[0]))
  await onDisk(draft)
  await rename(draft, dir.file('model.semblance')) // from here on, it is measured
  await isMeasured(dir)
}

/** Returns true if the directory has a model, also of a call that was killed before it noted that. */
export async function isMeasured(dir: StateDir): Promise<boolean> {
  if (dir.state.model) return true
  const path = dir.file('model.semblance')
  if (!(await stat(path).catch(() => null))) return false
  await dir.save({ model: await hashFile(path) })
  return true
}

async function onDisk(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

/** Draws the twin and evaluates it unless that was done. Throws UsageError if the inputs are others than were measured. */
export async function evaluateOnce(
  dir: StateDir,
  inputs: Inputs,
  terms: Terms,
  { signal, onProgress }: Following,
): Promise<void> {
  if (dir.state.ledger) return
  await refuseChanged(dir, inputs)
  const outputDir = dir.file('twins')
  await rm(outputDir, { recursive: true, force: true })
  await mkdir(outputDir, { mode: 0o700 })
  // From its file, as the platform reads it.
  const model = await readModel(dir.file('model.semblance'))
  const twins = await sample({
    model,
    outputDir,
    random: seededRandom(terms.seed),
    signal,
    onProgress: ({ fraction }) => onProgress('sampling', 0.5 + 0.1 * fraction),
  })
  const drawn: { table: string; sha256: string }[] = []
  for (const { name, path } of twins) drawn.push({ table: name, sha256: await hashFile(path) })
  const { tables } = await evaluate({
    ...optionsOf(inputs, terms),
    ...{ model, twins, signal },
    split: JSON.parse(await readFile(dir.file('split.json'), 'utf8')) as MeasuredSplit,
    onProgress: ({ fraction }) => onProgress('evaluating', 0.6 + 0.4 * fraction),
  })
  await dir.write(
    'reports.json',
    JSON.stringify(tables.map(({ name, published }) => ({ name, report: published }))),
  )
  const privacies = tables.map(({ published }) => published.privacy)
  const largest = (pick: 'epsilon' | 'delta' | 'rhoSpent') =>
    Math.max(...privacies.map((privacy) => privacy[pick] ?? Number.POSITIVE_INFINITY))
  const ledger = { epsilon: largest('epsilon'), delta: largest('delta'), rho: largest('rhoSpent') }
  await dir.save({ twins: drawn, ledger })
}

const optionsOf = ({ inputPaths, database, schema }: Inputs, terms: Terms): MeasureOptions => ({
  inputPaths,
  ...(database && { database }),
  ...withSchema(terms.schema, schema),
  epsilon: terms.epsilon,
  tempDir: tmpdir(),
})

/** Joins what was agreed with what the vendor declares, which takes precedence. */
function withSchema(
  agreed: DeclaredSchema | undefined,
  own: DeclaredSchema | undefined,
): { schema?: DeclaredSchema } {
  if (!agreed || !own) return agreed || own ? { schema: own ?? agreed } : {}
  const tables: DeclaredSchema['tables'] = { ...agreed.tables }
  for (const [name, table] of Object.entries(own.tables)) {
    const asked = tables[name]?.columns ?? {}
    const columns = { ...asked }
    for (const [column, declared] of Object.entries(table.columns))
      columns[column] = { ...asked[column], ...declared }
    tables[name] = { ...table, columns }
  }
  return { schema: { ...own, tables } }
}

async function refuseChanged(dir: StateDir, { inputPaths }: Inputs): Promise<void> {
  const known = dir.state.inputSha256s
  if (!known) return
  const now = await hashAll(inputPaths)
  if (known.join() !== now.join())
    throw new UsageError(
      'The files are others than those that were measured. Restore them, or give the delivery up by --abandon.',
    )
}

async function hashAll(paths: string[]): Promise<string[]> {
  const hashes: string[] = []
  for (const path of paths) hashes.push(await hashFile(path))
  return hashes
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
