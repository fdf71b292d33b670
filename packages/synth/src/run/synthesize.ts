import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { SynthesisReport, TableReport } from '../evaluate/report.ts'
import { openInputs } from '../read/open-inputs.ts'
import type { TableSource } from '../read/open-sources.ts'
import { planFamilies, withKeys } from '../schema/plan-families.ts'
import { SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'
import type { SynthesisOptions } from './synthesis-options.ts'
import { synthesizeFamily } from './synthesize-family.ts'
import type { TableTask } from './table-task.ts'
import { startProgress } from './track-progress.ts'

/**
 * Writes a twin of every table in some files and reports on each. Throws SynthesisError when a file or the
 * options are refused or `signal` aborts; then no output is left.
 */
export async function synthesize(options: SynthesisOptions): Promise<SynthesisReport> {
  refuseOptions(options)
  const workDir = await mkdtemp(path.join(options.tempDir, 'synthesis-'))
  const tables: TableReport[] = []
  const written: string[] = []
  let close = async () => {}
  try {
    const inputs = await openInputs(options, workDir)
    const { sources } = inputs
    close = inputs.close
    refuseStrangers(options, sources)
    const families = planFamilies(sources, options.schema)
    const settled = { ...options, ...withKeys(options.schema, families) }
    const fractions = sources.map(() => 0)
    for (const family of families) {
      const tasks = family.tables.map((name): TableTask => {
        const place = sources.findIndex((source) => source.name === name)
        const outputPath = path.join(options.outputDir, `${name}.csv`)
        written.push(outputPath)
        const progress = startProgress(({ stage, fraction }) => {
          fractions[place] = fraction
          const done = fractions.reduce((sum, of) => sum + of, 0) / sources.length
          options.onProgress?.({ table: name, stage, fraction: done })
        })
        return { options: settled, source: sources[place]!, outputPath, progress }
      })
      tables.push(...(await synthesizeFamily(family, tasks, settled, workDir)))
    }
    const names = sources.map(({ name }) => name)
    return { tables: tables.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)) }
  } catch (error) {
    for (const outputPath of written) await rm(outputPath, { force: true })
    throwIfAborted(options.signal)
    throw error
  } finally {
    await close()
    await rm(workDir, { recursive: true, force: true })
  }
}

/** A cost that belongs to no table would be forgotten. */
function refuseStrangers({ spentBefore = [] }: SynthesisOptions, sources: TableSource[]): void {
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

function refuseOptions({ epsilon, delta, rows, spentBefore = [] }: SynthesisOptions): void {
  const refuse = (message: string) => new SynthesisError('invalid_options', message)
  if (epsilon !== undefined && !(epsilon > 0 && epsilon <= 20)) {
    throw refuse('Epsilon must be above 0 and at most 20.')
  }
  if (delta !== undefined && !(delta > 0 && delta <= 1e-3)) {
    throw refuse('Delta must be above 0 and at most 0.001.')
  }
  if (rows !== undefined && !(Number.isInteger(rows) && rows > 0)) {
    throw refuse('The number of rows must be a whole number above 0.')
  }
  const isCost = (value: number | null) => value === null || value >= 0
  const costs = spentBefore.flatMap((run) => ('tables' in run ? Object.values(run.tables) : [run]))
  if (!costs.every((spent) => isCost(spent.rhoSpent) && isCost(spent.delta))) {
    throw refuse('What earlier runs spent must be numbers of 0 or more.')
  }
}
