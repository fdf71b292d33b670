import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { SynthesisReport } from '../evaluate/report.ts'
import type { ReleasedModel } from '../model/released/released-model.ts'
import { cryptoRandom } from '../random/crypto-random.ts'
import { openInputs } from '../read/open-inputs.ts'
import type { TableSource } from '../read/open-sources.ts'
import { type Family, planFamilies, withKeys } from '../schema/plan-families.ts'
import { SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'
import { writeModel } from './released/model-file.ts'
import { refuseRows, sample } from './released/sample.ts'
import type {
  EvaluateOptions,
  Measured,
  MeasureOptions,
  SynthesisOptions,
} from './synthesis-options.ts'
import {
  evaluateFamily,
  type FamilyRun,
  type MadeFamily,
  measureFamily,
  type ReleasedWithSplit,
  synthesizeFamily,
} from './synthesize-family.ts'
import type { TableTask } from './table-task.ts'
import { followTables } from './track-progress.ts'

/**
 * Writes a twin of every table in some files and reports on each. Throws SynthesisError when a file or the
 * options are refused or `signal` aborts; then no output is left.
 */
export async function synthesize(options: SynthesisOptions): Promise<SynthesisReport> {
  refuseRows(options)
  const { modelPath } = options
  const written: string[] = []
  try {
    return await withFamilies(options, async (opened) => {
      const run = runOf(opened, options)
      // Tables that do not hang together would be drawn before all of them are measured.
      const isApart = options.afterMeasuring !== undefined && opened.families.length > 1
      const made = isApart
        ? await makeInPhases(opened, run, written)
        : await makeInTurn(opened, run, written)
      const { model, split } = measuredOf(made)
      options.onSplit?.(split)
      if (modelPath !== undefined) {
        written.push(modelPath)
        await writeModel(model, modelPath)
      }
      return reportOn(opened, made)
    })
  } catch (error) {
    for (const outputPath of written) await rm(outputPath, { force: true })
    throw error
  }
}

/** Measures, draws and evaluates one family after the other. */
async function makeInTurn(
  opened: Opened<SynthesisOptions>,
  run: Run<SynthesisOptions>,
  written: string[],
): Promise<MadeFamily[]> {
  const { outputDir, afterMeasuring } = run.options
  const pathOf = (name: string) => path.join(outputDir, `${name}.csv`)
  const made: MadeFamily[] = []
  for (const { family, sources } of opened.families) {
    written.push(...family.tables.map(pathOf))
    const announce = async (measured: ReleasedWithSplit) =>
      await afterMeasuring?.(measuredOf([measured]))
    made.push(await synthesizeFamily(family, run.tasksOf(sources), run, pathOf, announce))
  }
  return made
}

/** Measures all families before any is drawn, and draws all before any is evaluated. */
async function makeInPhases(
  opened: Opened<SynthesisOptions>,
  run: Run<SynthesisOptions>,
  written: string[],
): Promise<MadeFamily[]> {
  const measured = measuredOf(await measureFamilies(opened, run))
  const { outputDir, rows, afterMeasuring, signal } = run.options
  await afterMeasuring?.(measured)
  const twins = await sample({ ...measured, outputDir, rows, signal, random: run.random })
  written.push(...twins.map((twin) => twin.path))
  return await evaluateFamilies(opened, run, { ...measured, twins })
}

/**
 * Measures the tables of some files as `synthesize` does, and returns what twins can be drawn from. Throws SynthesisError
 * when a file or the options are refused or `signal` aborts.
 */
export async function measure(options: MeasureOptions): Promise<ReleasedModel> {
  return await withFamilies(options, async (opened) => {
    const { model, split } = measuredOf(await measureFamilies(opened, runOf(opened, options)))
    options.onSplit?.(split)
    return model
  })
}

/**
 * Compares twins that were drawn from a model with the originals, and reports on each as `synthesize` does. That costs its
 * own part of the privacy budget; measuring, which the reports count with it, is not paid again. Takes the files and
 * options of the measurement, and its split. Throws SynthesisError when they are of other tables, or `signal` aborts.
 */
export async function evaluate(options: EvaluateOptions): Promise<SynthesisReport> {
  return await withFamilies(options, async (opened) =>
    reportOn(opened, await evaluateFamilies(opened, runOf(opened, options), options)),
  )
}

type Run<Options> = FamilyRun & {
  options: Options
  tasksOf: (sources: TableSource[]) => TableTask[]
}

function runOf<Options extends MeasureOptions>(
  { names, settled, workDir }: Opened<Options>,
  { random = cryptoRandom(), onProgress }: MeasureOptions,
): Run<Options> {
  const follow = followTables(names.length, onProgress)
  return {
    options: settled,
    random,
    workDir,
    tasksOf: (sources) =>
      sources.map((source) => ({ options: settled, source, progress: follow(source.name) })),
  }
}

async function measureFamilies(
  { families }: Opened<MeasureOptions>,
  run: Run<MeasureOptions>,
): Promise<ReleasedWithSplit[]> {
  const measured: ReleasedWithSplit[] = []
  for (const { family, sources } of families)
    measured.push(await measureFamily(family, run.tasksOf(sources), run))
  return measured
}

async function evaluateFamilies(
  { families }: Opened<MeasureOptions>,
  run: Run<MeasureOptions>,
  { model, split, twins }: Pick<EvaluateOptions, 'model' | 'split' | 'twins'>,
): Promise<MadeFamily[]> {
  if (families.length !== model.families.length) throw otherTables()
  const made: MadeFamily[] = []
  for (const [i, { family, sources }] of families.entries()) {
    const [released, splitOfFamily] = [model.families[i], split.families[i]]
    if (!released || !splitOfFamily) throw otherTables()
    const paths = family.tables.map((name, place) => {
      const twin = twins.find((of) => of.name === name)
      if (!twin || released.tables[place]?.name !== name) throw otherTables()
      return twin.path
    })
    const known = { released, split: splitOfFamily }
    made.push(await evaluateFamily(family, run.tasksOf(sources), run, known, paths))
  }
  return made
}

const measuredOf = (families: ReleasedWithSplit[]): Measured => ({
  model: { families: families.map(({ released }) => released) },
  split: { families: families.map(({ split }) => split) },
})

const reportOn = ({ names }: Opened<MeasureOptions>, made: MadeFamily[]): SynthesisReport => {
  const tables = made.flatMap(({ reports }) => reports)
  return { tables: tables.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)) }
}

function otherTables(): SynthesisError {
  return new SynthesisError('invalid_options', 'The model was measured on other tables than these.')
}

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
