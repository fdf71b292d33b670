import { tmpdir } from 'node:os'
import { writeModel } from '../run/released/model-file.ts'
import { measure } from '../run/synthesize.ts'
import type { MeasureArguments } from './arguments.ts'
import { placeWhole } from './prepare-output.ts'
import { progressBar } from './progress-bar.ts'
import { readSchema } from './read-schema.ts'
import type { Terminal } from './terminal.ts'

/** Measures tables, writes what twins can be drawn from, and prints what that has cost. */
export async function measureCommand(
  { inputPaths, database, out, schemaPath, options }: MeasureArguments,
  { out: print, error, isWatched, signal }: Terminal,
): Promise<void> {
  const bar = progressBar(error, isWatched)
  const model = await measure({
    inputPaths,
    ...(database && { database }),
    ...(await readSchema(schemaPath)),
    ...options,
    tempDir: tmpdir(),
    signal,
    onProgress: ({ table, stage, fraction }) => bar.show(fraction, `${stage} ${table}`),
  }).finally(bar.clear)
  await placeWhole(out, (file) => writeModel(model, file))
  for (const { tables, privacy } of model.families) {
    const names = tables.map(({ name }) => name).join(', ')
    const cost = privacy
      ? `epsilon ${privacy.epsilon} per ${privacy.unit}, rho ${privacy.rhoSpent.toPrecision(3)} of it spent`
      : 'protected, without a formal guarantee'
    print(`${out}: ${names}: ${cost}\n`)
  }
}
