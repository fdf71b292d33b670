import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { SynthesisOptions } from '../duckdb/synthesis-options.ts'
import { synthesize } from '../duckdb/synthesize.ts'
import type { TableReport } from '../evaluate/report.ts'
import { SynthesisError } from '../schema/synthesis-error.ts'

const USAGE = `Usage: semblance synthesize INPUT OUTPUT [--epsilon 3] [--rows N] [--report FILE]

Writes a differentially private twin of the CSV file INPUT to OUTPUT.

  --epsilon  privacy budget, above 0 and at most 20 (default 3)
  --rows     rows to write (default: about as many as INPUT has)
  --report   write the full report as JSON; its "internal" part is not private
`

export const EXIT_CODES = { done: 0, failed: 1, usage: 2, refused: 3 } as const

type Output = { out: (text: string) => void; error: (text: string) => void }

/** Runs the command line `args` (without node and script) and returns its exit code. */
export async function runCommand(args: string[], { out, error }: Output): Promise<number> {
  const command = parseCommand(args)
  if (!command) {
    error(USAGE)
    return EXIT_CODES.usage
  }
  try {
    const { inputPath, outputPath, reportPath, ...options } = command
    const report = await makeTwin(inputPath, outputPath, options)
    if (reportPath) await writeFile(reportPath, `${JSON.stringify(report, null, 2)}\n`)
    const { rows, qualityScore, privacy } = report.published
    out(
      `${outputPath}: ${rows.synthetic} rows x ${rows.columns} columns, quality ${qualityScore}, epsilon ${privacy.epsilon}, delta ${privacy.delta.toPrecision(2)}\n`,
    )
    return EXIT_CODES.done
  } catch (cause) {
    if (cause instanceof SynthesisError) {
      error(`${cause.message} (${cause.code})\n`)
      return EXIT_CODES.refused
    }
    error(`${cause instanceof Error ? cause.message : cause}\n`)
    return EXIT_CODES.failed
  }
}

/** Moves the twin from beside its place, so that a run cut off leaves nothing that looks whole. */
async function makeTwin(
  inputPath: string,
  outputPath: string,
  options: Pick<SynthesisOptions, 'rows' | 'epsilon'>,
): Promise<TableReport> {
  const outputDir = await mkdtemp(path.join(path.dirname(path.resolve(outputPath)), '.semblance-'))
  try {
    const inputPaths = [inputPath]
    const { tables } = await synthesize({ inputPaths, outputDir, tempDir: tmpdir(), ...options })
    await rename(tables[0]!.path, outputPath)
    return tables[0]!
  } finally {
    await rm(outputDir, { recursive: true, force: true })
  }
}

type Command = {
  inputPath: string
  outputPath: string
  epsilon?: number
  rows?: number
  reportPath?: string
}

/** Null when the arguments make no command; wrong numbers become NaN and are refused later. */
function parseCommand(args: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        epsilon: { type: 'string' },
        rows: { type: 'string' },
        report: { type: 'string' },
      },
    })
    const [verb, inputPath, outputPath, ...rest] = positionals
    if (verb !== 'synthesize' || !inputPath || !outputPath || rest.length > 0) return null
    return {
      inputPath,
      outputPath,
      ...(values.epsilon !== undefined && { epsilon: Number(values.epsilon) }),
      ...(values.rows !== undefined && { rows: Number(values.rows) }),
      ...(values.report !== undefined && { reportPath: values.report }),
    }
  } catch {
    return null
  }
}
