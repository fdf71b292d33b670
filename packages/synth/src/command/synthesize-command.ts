import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { outcomeOf, outcomesText, qualityFact, untestedText } from '@semblance/plots'
import { estimateRun, type RunEstimate } from '../evaluate/estimate-run.ts'
import { reportHtml } from '../evaluate/html-report.ts'
import { deltaText } from '../evaluate/privacy/guarantee.ts'
import type { SynthesisReport, TableReport } from '../evaluate/report.ts'
import { inspectTables } from '../run/inspect-tables.ts'
import { MODEL_EXTENSION } from '../run/released/model-file.ts'
import { synthesize } from '../run/synthesize.ts'
import { noticeText } from '../schema/notices.ts'
import type { ReportArguments, SynthesizeArguments } from './arguments.ts'
import { type Output, prepareOutput, writeWhole } from './prepare-output.ts'
import { progressBar } from './progress-bar.ts'
import { readEarlierRuns } from './read-earlier-runs.ts'
import { readSchema } from './read-schema.ts'
import type { Terminal } from './terminal.ts'

/** Writes the twins of tables, says before what that will take, and reports on it. */
export async function synthesizeCommand(
  args: SynthesizeArguments,
  terminal: Terminal,
): Promise<void> {
  const { inputPaths, database, options, report, modelPath } = args
  const { signal } = terminal
  const tempDir = tmpdir()
  const schema = await readSchema(args.schemaPath)
  const spentBefore = await readEarlierRuns(args.spentBeforePaths)
  const input = { inputPaths, ...(database && { database }), ...schema }
  if (args.isDryRun) {
    for (const table of await inspectTables(inputPaths, { ...input, tempDir, signal })) {
      const estimate = estimateRun(table, { ...options, ...table.budget })
      const warnings = [...estimate.warnings, ...table.notices.map(noticeText)]
      terminal.out(describe(table.name, { ...estimate, warnings }, database !== undefined))
    }
    return
  }
  const output = await prepareOutput(args.out, inputPaths)
  const bar = progressBar(terminal.error, terminal.isWatched)
  try {
    const made = await synthesize({
      ...input,
      ...options,
      spentBefore,
      outputDir: output.workDir,
      ...(modelPath !== undefined && { modelPath: modelIn(output) }),
      tempDir,
      signal,
      onEstimate(table, estimate) {
        bar.clear()
        terminal.error(describe(table, estimate, database !== undefined))
      },
      onProgress: ({ table, stage, fraction }) => bar.show(fraction, `${stage} ${table}`),
    }).finally(bar.clear)
    const placed = await output.place(made.tables)
    const tables = made.tables.map((table, i) => ({ ...table, path: placed[i]! }))
    if (report) await writeReport({ tables }, report)
    if (modelPath !== undefined) await rename(modelIn(output), modelPath)
    for (const table of tables) {
      terminal.out(summary(table))
      for (const notice of table.internal.notices.filter(
        ({ type }) => type === 'categories_pooled',
      ))
        terminal.error(`  Note: ${noticeText(notice)}\n`)
    }
  } finally {
    await output.clean()
  }
}

const modelIn = ({ workDir }: Output): string => path.join(workDir, `model${MODEL_EXTENSION}`)

async function writeReport(
  made: SynthesisReport,
  { path, audience }: ReportArguments,
): Promise<void> {
  const tables = made.tables.map(({ name, published, internal }) =>
    audience === 'buyer' ? { name, published } : { name, published, internal },
  )
  const isHtml = /\.html$/i.test(path)
  const json = () => `${JSON.stringify({ tables }, null, 2)}\n`
  await writeWhole(path, isHtml ? reportHtml(tables) : json())
}

/** Describes an estimate in words. Time excludes a database's own counting. */
function describe(table: string, estimate: RunEstimate, isDatabase: boolean): string {
  const { rows, columns, seconds, memoryMb, accuracy, warnings } = estimate
  const reach = accuracy
    ? `; expected accuracy ${(100 * accuracy.value).toFixed(0)}% of a fresh real sample's, give or take ${(100 * accuracy.error).toFixed(0)}`
    : ''
  const size = `${rows.toLocaleString('en')} rows x ${columns} columns`
  return [
    `${table}: ${size}, about ${duration(seconds)}${isDatabase ? ' beside the database’s counting' : ''} and ${memoryMb} MB${reach}.`,
    ...warnings.map((warning) => `  Note: ${warning}`),
    '',
  ].join('\n')
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`
}

function summary({ path, published }: TableReport): string {
  const { rows, fidelity, privacy } = published
  const guarantee =
    privacy.mode === 'private'
      ? `epsilon ${privacy.epsilon}, delta ${deltaText(privacy.delta!)} per ${privacy.unit}`
      : 'protected, without a formal guarantee'
  const score = qualityFact(fidelity)
  const untested = untestedText(privacy.untested)
  const outcomes = privacy.checks.map(outcomeOf)
  const failed = privacy.checks.filter((_, i) => outcomes[i] === 'failed').map(({ label }) => label)
  const checks = `; ${outcomesText(outcomes)}${failed.length === 0 ? '' : ` (${failed.join(', ')})`}`
  return `${path}: ${rows.synthetic.toLocaleString('en')} rows x ${rows.columns} columns, quality score ${score.value} ${score.note}, ${guarantee}${checks}${untested ? `. ${untested}` : ''}\n`
}
