/**
 * Measures the engine's time and memory for large tables: `node bench/synthesize-scale.ts --rows
 * 100000 --columns 30` generates a table of skewed numbers, decimals, categories and dates that
 * depend on each other, synthesizes it in a separate process and prints one JSON object. Without
 * arguments: 100,000 x 30, 1,000,000 x 20, and 10,000,000 x 15 of which 1,000,000 are written.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { synthesize } from '@semblance/synth'
import { makeTable } from './large-table.ts'

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string' },
    columns: { type: 'string' },
    written: { type: 'string' },
    run: { type: 'string' },
  },
})

type Size = { rows: number; columns: number; written: number; limitSeconds?: number }

const targets: Size[] = [
  { rows: 100_000, columns: 30, written: 100_000, limitSeconds: 5 },
  { rows: 1_000_000, columns: 20, written: 1_000_000, limitSeconds: 30 },
  { rows: 10_000_000, columns: 15, written: 1_000_000, limitSeconds: 60 },
]

if (flags.run) await runOnce(flags.run, Number(flags.written))
else {
  const rows = Number(flags.rows)
  const own = { rows, columns: Number(flags.columns), written: Number(flags.written ?? rows) }
  const runs = []
  for (const size of flags.rows ? [own] : targets) runs.push(await measure(size))
  const about = { benchmark: 'synthesize-scale', cores: availableParallelism() }
  console.log(JSON.stringify({ ...about, runs }, null, 2))
}

/** The engine's run in a process of its own, so that its memory is its own. */
async function measure(size: Size) {
  const dir = await mkdtemp(path.join(tmpdir(), 'bench-scale-'))
  try {
    const inputPath = path.join(dir, 'table.csv')
    await makeTable(inputPath, size)
    const self = fileURLToPath(import.meta.url)
    const args = [self, '--run', inputPath, '--written', String(size.written)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return { ...size, inputMb: megabytes((await stat(inputPath)).size), ...JSON.parse(stdout) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function runOnce(inputPath: string, rows: number): Promise<void> {
  const outputDir = path.dirname(inputPath)
  const twins = await mkdtemp(path.join(outputDir, 'twins-'))
  const startedAt = performance.now()
  const cpu = cpuByStage()
  const { tables } = await synthesize({
    inputPaths: [inputPath],
    outputDir: twins,
    tempDir: outputDir,
    rows,
    onProgress: ({ stage }) => cpu.enter(stage),
  })
  const totalSeconds = (performance.now() - startedAt) / 1000
  const { timingsMs, evaluation, peakRssBytes } = tables[0]!.internal
  const seconds = Object.entries(timingsMs).map(([stage, ms]) => [stage, round(ms / 1000)])
  const result = {
    seconds: { ...Object.fromEntries(seconds), total: round(totalSeconds) },
    cpuSeconds: cpu.finish(),
    peakRssMb: megabytes(peakRssBytes),
    relativeAccuracy: round(evaluation.summary.syntheticAccuracy.relative),
  }
  console.log(JSON.stringify(result))
}

/**
 * Measures the CPU time of all threads of the process during each stage. It exceeds the stage's
 * duration where threads share the work.
 */
function cpuByStage() {
  const spent = new Map<string, number>()
  let [stage, before] = ['reading', process.cpuUsage()]
  const enter = (next: string) => {
    const { user, system } = process.cpuUsage(before)
    spent.set(stage, (spent.get(stage) ?? 0) + (user + system) / 1e6)
    ;[stage, before] = [next, process.cpuUsage()]
  }
  const finish = () => {
    enter('')
    const total = [...spent.values()].reduce((sum, seconds) => sum + seconds, 0)
    return Object.fromEntries([...spent, ['total', total] as const].map(([k, v]) => [k, round(v)]))
  }
  return { enter, finish }
}

function round(value: number): number {
  return Number(value.toFixed(3))
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
