import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Condition } from '../../draw/conditions/condition.ts'
import { conditionsOf } from '../../draw/conditions/matching-rows.ts'
import { type RoomLimits, roomOf } from '../../engines/duckdb/write/room.ts'
import { type TwinOutput, writeTwins } from '../../engines/duckdb/write/write-twins.ts'
import { at } from '../../model/pairs/at.ts'
import type { ReleasedModel } from '../../model/released/released-model.ts'
import { cryptoRandom } from '../../random/crypto-random.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'

export type SampleOptions = {
  model: ReleasedModel
  /** An existing directory: each table is written to `<table>.csv`. */
  outputDir: string
  /** Rows to write per table without a parent; by default as many as were measured, rounded to three digits. */
  rows?: number
  /** Writes only rows that meet all of them; for a table that is alone in the model. */
  where?: Condition[]
  /** Receives a fraction from 0 to 1 that never falls. */
  onProgress?: (progress: { table: string; fraction: number }) => void
  signal?: AbortSignal
  /** By default the system's cryptographic generator; a public seed gives the same rows again, and gives nothing away. */
  random?: RandomSource
  /** Limits all twins together: for a model that is not trusted. */
  limits?: RoomLimits
}

/** Describes a twin that was written. */
export type SampledTable = { name: string; path: string; rows: number }

/**
 * Draws twins from what was measured, without the originals: it costs no privacy. Throws SynthesisError when the options are
 * refused, too few rows meet the conditions, the twins exceed `limits`, or `signal` aborts; then no output is left.
 */
export async function sample({
  model,
  outputDir,
  ...options
}: SampleOptions): Promise<SampledTable[]> {
  refuseRows(options)
  const random = options.random ?? cryptoRandom()
  const conditions = conditionsOf(model, options.where ?? [])
  const room = options.limits && roomOf(options.limits)
  const count = model.families.reduce((sum, { tables }) => sum + tables.length, 0)
  const sampled: SampledTable[] = []
  const written: string[] = []
  try {
    for (const { tables } of model.families) {
      const outputs = tables.map(({ name }, place): TwinOutput => {
        const advance = (fraction: number) =>
          options.onProgress?.({
            table: name,
            fraction: (sampled.length + place + fraction) / count,
          })
        return {
          path: path.join(outputDir, `${name}.csv`),
          progress: { enter: () => {}, advance, pause: () => {} },
        }
      })
      written.push(...outputs.map((output) => output.path))
      const rows = await writeTwins(tables, outputs, {
        ...options,
        ...(conditions && { conditions }),
        ...(room && { room }),
        random,
      })
      for (const [i, { name }] of tables.entries())
        sampled.push({ name, path: at(outputs, i).path, rows: at(rows, i) })
    }
    return sampled
  } catch (error) {
    for (const output of written) await rm(output, { force: true })
    throw error
  }
}

/** Throws SynthesisError `invalid_options` for a number of rows that no twin has. */
export function refuseRows({ rows }: { rows?: number }): void {
  if (rows === undefined || (Number.isInteger(rows) && rows > 0)) return
  throw new SynthesisError('invalid_options', 'The number of rows must be a whole number above 0.')
}
