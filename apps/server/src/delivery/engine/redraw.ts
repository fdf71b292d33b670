/** Draws the twins of a model that came from outside: nothing in it is trusted. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  checkModelNoise,
  costsOf,
  readModel,
  SynthesisError,
  sample,
  seededRandom,
} from '@semblance/synth/tasks'
import { DRAWING_LIMITS } from './drawing-limits.ts'
import type { FromChild } from './messages.ts'
import type { Redrawn } from './redrawn.ts'
import type { Task } from './service.ts'

type RefusedModel = Extract<Redrawn, { refused: unknown }>['refused']

const refusals: Partial<Record<SynthesisError['code'], RefusedModel>> = {
  model_too_new: 'model_too_new',
  too_large: 'model_too_large',
}

export async function redrawTables(
  task: Extract<Task, { name: 'redraw' }>,
  report: (progress: FromChild) => void,
): Promise<Redrawn> {
  const { modelPath, outputDir, seed } = task
  try {
    const model = await readModel(modelPath)
    const facts = { costs: costsOf(model), noise: checkModelNoise(model) }
    const twins = await sample({
      model,
      outputDir,
      limits: DRAWING_LIMITS,
      random: seededRandom(seed),
      onProgress: ({ fraction }) => report({ type: 'progress', stage: 'sampling', fraction }),
    })
    const drawn: Extract<Redrawn, { twins: unknown }>['twins'] = []
    const tables = model.families.flatMap((family) => family.tables)
    for (const { name, path, rows } of twins) {
      const schemas = tables.find((table) => table.name === name)?.model.schemas ?? []
      const columns = schemas.map((column) => column.name)
      drawn.push({ name, path, rows, columns, sha256: await hashOf(path) })
    }
    return { ...facts, twins: drawn }
  } catch (error) {
    if (!(error instanceof SynthesisError)) throw error
    return { refused: refusals[error.code] ?? 'model_unreadable' }
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
