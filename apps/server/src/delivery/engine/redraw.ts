/** Draws the twins of a model that came from outside: nothing in it is trusted. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { MAX_DRAWN_VALUES } from '@semblance/contract'
import type { ReleasedModel } from '@semblance/synth'
import {
  checkModelNoise,
  costsOf,
  readModel,
  SynthesisError,
  sample,
  seededRandom,
} from '@semblance/synth/tasks'
import type { FromChild } from './messages.ts'
import type { Redrawn } from './redrawn.ts'
import type { Task } from './service.ts'

export async function redrawTables(
  task: Extract<Task, { name: 'redraw' }>,
  report: (progress: FromChild) => void,
): Promise<Redrawn> {
  const { modelPath, outputDir, seed } = task
  try {
    const model = await readModel(modelPath)
    if (valuesOf(model) > MAX_DRAWN_VALUES) return { refused: 'model_too_large' }
    const facts = { costs: costsOf(model), noise: checkModelNoise(model) }
    const twins = await sample({
      model,
      outputDir,
      random: seededRandom(seed),
      onProgress: ({ fraction }) => report({ type: 'progress', stage: 'sampling', fraction }),
    })
    const drawn: Extract<Redrawn, { twins: unknown }>['twins'] = []
    for (const { name, path, rows } of twins)
      drawn.push({ name, path, rows, sha256: await hashOf(path) })
    return { ...facts, twins: drawn }
  } catch (error) {
    if (!(error instanceof SynthesisError)) throw error
    return { refused: error.code === 'model_too_new' ? 'model_too_new' : 'model_unreadable' }
  }
}

/** Children have at most so many rows as their parents may have of them. */
function valuesOf({ families }: ReleasedModel): number {
  const tables = families.flatMap((family) => family.tables)
  return tables.reduce((sum, { model }) => sum + model.total.count * model.schemas.length, 0)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
