import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { SynthesisReport, TableReport } from '../evaluate/report.ts'
import type { ReleasedFamily, ReleasedModel } from '../model/released/released-model.ts'
import { cryptoRandom } from '../random/crypto-random.ts'
import { openInputs } from '../read/open-inputs.ts'
import type { TableSource } from '../read/open-sources.ts'
import { type Family, planFamilies, withKeys } from '../schema/plan-families.ts'
import { SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'
import { writeModel } from './released/model-file.ts'
import { refuseRows } from './released/sample.ts'
import type {
  EvaluateOptions,
  MeasuredSplit,
  MeasureOptions,
  SynthesisOptions,
} from './synthesis-options.ts'
import { evaluateFamily, measureFamily, synthesizeFamily } from './synthesize-family.ts'
import type { TableTask } from './table-task.ts'
import { followTables, type Progress } from './track-progress.ts'

/**
 * Writes a twin of every table in some files and reports on each. Throws SynthesisError when a file or the
 * options are refused or `signal` aborts; then no output is left.
 */
export async function synthesize(options: SynthesisOptions): Promise<SynthesisReport> {
  refuseRows(options)
  const { outputDir, onProgress } = options
  const pathOf = (name: string) => path.join(outputDir, `${name}.csv`)
  const written: string[] = []
  try {
    return await withFamilies(options, async ({ families, names, settled, workDir }) => {
      const random = options.random ?? cryptoRandom()
      const run = { options: settled, random, workDir }
      const follow = followTables(names.length, onProgress)
      const measured: ReleasedFamily[] = []
      const splits: MeasuredSplit['families'] = []
      const tables: TableReport[] = []
      for (const { family, sources } of families) {
        written.push(...family.tables.map(pathOf))
        const tasks = sources.map((source) => taskOf(source, settled, follow))
        const { reports, released, split } = await synthesizeFamily(family, tasks, run, pathOf)
        tables.push(...reports)
        measured.push(released)
        splits.push(split)
      }
      options.onSplit?.({ families: splits })
      const { modelPath } = options
      if (modelPath !== undefined) {
        written.push(modelPath)
        await writeModel({ families: measured }, modelPath)
      }
      return { tables: inOrder(tables, names) }
    })
  } catch (error) {
    for (const outputPath of written) await rm(outputPath, { force: true })
    throw error
  }
}

/**
 * Measures the tables of some files as `synthesize` does, and returns what twins can be drawn from. Throws SynthesisError
 * when a file or the options are refused or `signal` aborts.
 */
export async function measure(options: MeasureOptions): Promise<ReleasedModel> {
  return await withFamilies(options, async ({ families, names, settled, workDir }) => {
    const run = { options: settled, random: options.random ?? cryptoRandom(), workDir }
    const follow = followTables(names.length, options.onProgress)
    const measured: ReleasedFamily[] = []
    const splits: MeasuredSplit['families'] = []
    for (const { family, sources } of families) {
      const tasks = sources.map((source) => taskOf(source, settled, follow))
      const { released, split } = await measureFamily(family, tasks, run)
      measured.push(released)
      splits.push(split)
    }
    options.onSplit?.({ families: splits })
    return { families: measured }
  })
}

/**
 * Compares twins that were drawn from a model with the originals, and reports on each as `synthesize` does. That costs its
 * own part of the privacy budget; measuring, which the reports count with it, is not paid again. Takes the files and
 * options of the measurement, and its split. Throws SynthesisError when they are of other tables, or `signal` aborts.
 */
export async function evaluate(options: EvaluateOptions): Promise<SynthesisReport> {
  const { model, split, twins } = options
  return await withFamilies(options, async ({ families, names, settled, workDir }) => {
    const run = { options: settled, random: options.random ?? cryptoRandom(), workDir }
    const follow = followTables(names.length, options.onProgress)
    const tables: TableReport[] = []
    if (families.length !== model.families.length) throw otherTables()
    for (const [i, { family, sources }] of families.entries()) {
      const [released, splitOfFamily] = [model.families[i], split.families[i]]
      if (!released || !splitOfFamily) throw otherTables()
      const paths = family.tables.map((name, place) => {
        const twin = twins.find((of) => of.name === name)
        if (!twin || released.tables[place]?.name !== name) throw otherTables()
        return twin.path
      })
      const tasks = sources.map((source) => taskOf(source, settled, follow))
      const known = { released, split: splitOfFamily }
      tables.push(...(await evaluateFamily(family, tasks, run, known, paths)))
    }
    return { tables: inOrder(tables, names) }
  })
}

const inOrder = (tables: TableReport[], names: string[]): TableReport[] =>
  tables.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))

function otherTables(): SynthesisError {
  return new SynthesisError('invalid_options', 'The model was measured on other tables than these.')
}

const taskOf = (
  source: TableSource,
  options: MeasureOptions,
  follow: (table: string) => Progress,
): TableTask => ({ options, source, progress: follow(source.name) })

type Opened<Options> = {
  families: { family: Family; sources: TableSource[] }[]
  /** The names of all tables, in the order of the input. */
  names: string[]
  /** The options with the keys that relations need declared. */
  settled: Options
  workDir: string
}

/** Opens the input for as long as `use` takes. */
async function withFamilies<Options extends MeasureOptions, Result>(
  options: Options,
  use: (opened: Opened<Options>) => Promise<Result>,
): Promise<Result> {
  refuseOptions(options)
  const workDir = await mkdtemp(path.join(options.tempDir, 'synthesis-'))
  let close = async () => {}
  try {
    const inputs = await openInputs(options, workDir)
    const { sources } = inputs
    close = inputs.close
    refuseStrangers(options, sources)
    const families = planFamilies(sources, options.schema)
    return await use({
      families: families.map((family) => ({
        family,
        sources: family.tables.map((name) => sources.find((source) => source.name === name)!),
      })),
      names: sources.map(({ name }) => name),
      settled: {
        ...options,
        ...withKeys(options.schema, families),
        beforeMeasuring: once(options.beforeMeasuring),
      },
      workDir,
    })
  } catch (error) {
    throwIfAborted(options.signal)
    throw error
  } finally {
    await close()
    await rm(workDir, { recursive: true, force: true })
  }
}

/** Families are measured one after the other. */
function once(announce: MeasureOptions['beforeMeasuring']): () => Promise<void> {
  let announced: Promise<void> | undefined
  return async () => {
    announced ??= announce?.()
    await announced
  }
}

/** A cost that belongs to no table would be forgotten. */
function refuseStrangers({ spentBefore = [] }: MeasureOptions, sources: TableSource[]): void {
  const names = sources.map(({ name }) => name)
  for (const run of spentBefore) {
    const known = 'tables' in run ? Object.keys(run.tables) : names
    if (known.some((name) => names.includes(name))) continue
    throw new SynthesisError(
      'invalid_options',
      `An earlier run was on ${known.join(', ')}, of which there is no table now. Tables go by name: here are ${names.join(', ')}.`,
    )
  }
}

function refuseOptions({ epsilon, delta, spentBefore = [] }: MeasureOptions): void {
  const refuse = (message: string) => new SynthesisError('invalid_options', message)
  if (epsilon !== undefined && !(epsilon > 0 && epsilon <= 20)) {
    throw refuse('Epsilon must be above 0 and at most 20.')
  }
  if (delta !== undefined && !(delta > 0 && delta <= 1e-3)) {
    throw refuse('Delta must be above 0 and at most 0.001.')
  }
  const isCost = (value: number | null) => value === null || value >= 0
  const costs = spentBefore.flatMap((run) => ('tables' in run ? Object.values(run.tables) : [run]))
  if (!costs.every((spent) => isCost(spent.rhoSpent) && isCost(spent.delta))) {
    throw refuse('What earlier runs spent must be numbers of 0 or more.')
  }
}
