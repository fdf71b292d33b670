import { seededRandom } from '../random/seeded-random.ts'
import { readModel } from '../run/released/model-file.ts'
import { sample } from '../run/released/sample.ts'
import type { SampleArguments } from './arguments.ts'
import { prepareOutput } from './prepare-output.ts'
import { progressBar } from './progress-bar.ts'
import type { Terminal } from './terminal.ts'

/** Writes twins drawn from a model, without the original. */
export async function sampleCommand(
  { modelPath, out, where, options: { rows, seed } }: SampleArguments,
  { out: print, error, isWatched, signal }: Terminal,
): Promise<void> {
  const model = await readModel(modelPath)
  const output = await prepareOutput(out, [modelPath])
  const bar = progressBar(error, isWatched)
  try {
    const sampled = await sample({
      model,
      outputDir: output.workDir,
      where,
      ...(rows !== undefined && { rows }),
      ...(seed !== undefined && { random: seededRandom(seed) }),
      signal,
      onProgress: ({ table, fraction }) => bar.show(fraction, `sampling ${table}`),
    }).finally(bar.clear)
    const placed = await output.place(sampled)
    for (const [i, table] of sampled.entries())
      print(
        `${placed[i]}: ${table.rows.toLocaleString('en')} rows, at no further cost of privacy\n`,
      )
  } finally {
    await output.clean()
  }
}
