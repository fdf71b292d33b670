import type { Conditions } from '../../../draw/conditions/matching-rows.ts'
import {
  contextOfRows,
  keysOfRows,
  type Links,
  type ParentRows,
  parentsOfRows,
  recordParents,
  rowsBelow,
} from '../../../draw/linked-rows.ts'
import { HOLDOUT_ONE_IN } from '../../../evaluate/samples.ts'
import type { FittedModel } from '../../../model/fitted-model.ts'
import { at } from '../../../model/pairs/at.ts'
import type { ReleasedTable } from '../../../model/released/released-model.ts'
import type { RandomSource } from '../../../random/random-source.ts'
import type { Progress } from '../../../run/track-progress.ts'
import { SynthesisError } from '../../../schema/synthesis-error.ts'
import type { Room } from './room.ts'
import { writeTwin } from './write-twin.ts'

/** Describes the data of a written twin that its child tables need. */
type Written = { keyOf: (row: number) => string; forChild: Map<number, ParentRows> }

/** Names a twin's file and reports the progress of writing it. */
export type TwinOutput = { path: string; progress: Pick<Progress, 'enter' | 'advance' | 'pause'> }

/** `rows` are those of tables without a parent, by default as many as were measured. */
type Drawing = {
  rows?: number
  conditions?: Conditions
  signal?: AbortSignal
  random: RandomSource
  room?: Room
}

/** Writes the twins of a family's tables, parents first, and returns the rows of each. */
export async function writeTwins(
  tables: ReleasedTable[],
  outputs: TwinOutput[],
  { rows: wanted, ...drawing }: Drawing,
): Promise<number[]> {
  const written: Written[] = []
  const rowCounts: number[] = []
  for (const [place, { name, model, links: related }] of tables.entries()) {
    const { path, progress } = at(outputs, place)
    progress.enter('sampling')
    const up = related.parent && written[related.parent.place]!
    const parentRows = up?.forChild.get(place)
    const rows = parentRows ? rowsBelow(parentRows) : (wanted ?? defaultRows(model))
    if (rows === 0) throw refuseEmpty(name)
    drawing.room?.take('values', rows * model.schemas.length)
    const parents = parentRows ? parentsOfRows(parentRows) : null
    const forChild = new Map(
      related.children.map((child) => {
        const { context } = at(tables, child.place).model
        return [child.place, recordParents(rows, child.count, model.columns, context)]
      }),
    )
    const keys: Links['keys'] = new Map()
    if (related.key !== null) keys.set(related.key, keysOfRows(at(model.schemas, related.key)))
    if (up && parents) keys.set(related.parent!.column, (row) => up.keyOf(parents[row]!))
    const links: Links = {
      context: (first, size) =>
        parentRows && parents
          ? contextOfRows(parentRows.context, parents.subarray(first, first + size))
          : [],
      keys,
      record(drawn, first) {
        for (const { record } of forChild.values()) record(drawn, first)
      },
    }
    await writeTwin(model, rows, path, { ...drawing, links, onFraction: progress.advance })
    progress.pause()
    written.push({ keyOf: keys.get(related.key ?? -1) ?? String, forChild })
    rowCounts.push(rows)
  }
  return rowCounts
}

/** The noisy number of training rows scaled to the whole table: whole, and to three digits. */
function defaultRows(model: FittedModel): number {
  const whole = (model.total.count * HOLDOUT_ONE_IN) / (HOLDOUT_ONE_IN - 1)
  return Math.max(1, Math.round(Number(whole.toPrecision(3))))
}

function refuseEmpty(name: string): SynthesisError {
  return new SynthesisError(
    'too_few_rows',
    `The twin of ${name} would have no rows: so few hang on the rows that its parent's twin has. Have more rows written.`,
  )
}
