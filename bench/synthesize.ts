/**
 * Synthesizes a CSV file (argument 1, default e2e/fixtures/adult.csv) at epsilon 3 and prints one
 * JSON object: seconds per stage, peak memory, fidelity and rows.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { qualityScore } from '@semblance/plots'
import { synthesize } from '@semblance/synth'

const inputPath =
  process.argv[2] ?? fileURLToPath(new URL('../e2e/fixtures/adult.csv', import.meta.url))
const tempDir = await mkdtemp(path.join(tmpdir(), 'bench-synthesize-'))
try {
  const startedAt = performance.now()
  const { tables } = await synthesize({ inputPaths: [inputPath], outputDir: tempDir, tempDir })
  const { published, internal } = tables[0]!
  const totalSeconds = (performance.now() - startedAt) / 1000
  const { reading, measuring, modeling, sampling, evaluating } = internal.timingsMs
  const result = {
    input: path.basename(inputPath),
    inputBytes: (await stat(inputPath)).size,
    rows: { ...internal.rows, synthetic: published.rows.synthetic },
    columns: published.rows.columns,
    seconds: {
      read: round(reading / 1000),
      fit: round((measuring + modeling) / 1000),
      sample: round(sampling / 1000),
      evaluate: round(evaluating / 1000),
      total: round(totalSeconds),
    },
    peakRssMb: Math.round(internal.peakRssBytes / 1e6),
    syntheticAccuracy: mapRound(internal.evaluation.summary.syntheticAccuracy),
    qualityScore: qualityScore(internal.evaluation.summary.syntheticAccuracy),
    attacks: internal.evaluation.privacy?.outcome,
    epsilon: published.privacy.epsilon,
    delta: published.privacy.delta,
  }
  console.log(JSON.stringify(result, null, 2))
} finally {
  await rm(tempDir, { recursive: true, force: true })
}

function round(value: number): number {
  return Number(value.toFixed(4))
}

function mapRound(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]))
}
