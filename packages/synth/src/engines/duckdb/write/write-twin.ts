import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { type Conditions, matchingRows } from '../../../draw/conditions/matching-rows.ts'
import { csvRecord } from '../../../draw/format-value.ts'
import type { Links } from '../../../draw/linked-rows.ts'
import { rootedSampler, rowSampler } from '../../../draw/sample-rows.ts'
import type { FittedModel } from '../../../model/fitted-model.ts'
import type { RandomSource } from '../../../random/random-source.ts'
import { throwIfAborted } from '../../../schema/synthesis-error.ts'
import type { Room } from './room.ts'

/** Bounds memory: about 100 MB of strings for 50 columns. */
const CHUNK_ROWS = 100_000
/** Of rows that meet conditions: many more are drawn for each. */
const MATCHING_ROWS = 1000
/** Text put together from more pieces than this makes takes ten times as long. */
const BLOCK_ROWS = 1000
/** Ends a block of long rows, before no text could hold it. */
const BLOCK_LENGTH = 2 ** 24

export type TwinDrawing = {
  random: RandomSource
  links?: Links
  /** Leaves out the other rows. */
  conditions?: Conditions
  onFraction: (fraction: number) => void
  signal?: AbortSignal
  /** Throws SynthesisError `too_large` once all twins together are larger. */
  room?: Room
}

/** Writes a header and `rowCount` sampled rows to `outputPath` as CSV (comma, UTF-8, \n). */
export async function writeTwin(
  model: FittedModel,
  rowCount: number,
  outputPath: string,
  { random, links, conditions, onFraction, signal, room }: TwinDrawing,
): Promise<void> {
  const drawRows = conditions?.rooted
    ? rootedSampler(conditions.rooted, random)
    : rowSampler(model, rowCount, random, links)
  const nextRows = conditions ? matchingRows(drawRows, conditions.matches) : drawRows
  const stream = createWriteStream(outputPath)
  const failed = finished(stream)
  try {
    stream.write(`${csvRecord(model.schemas.map(({ name }) => name))}\n`)
    const chunkRows = conditions ? MATCHING_ROWS : CHUNK_ROWS
    for (let written = 0; written < rowCount; written += chunkRows) {
      await new Promise(setImmediate) // lets an abort take effect
      throwIfAborted(signal)
      const size = Math.min(chunkRows, rowCount - written)
      const columns = nextRows(size)
      for (let start = 0; start < size; ) {
        const { text, end } = blockText(columns, start, Math.min(start + BLOCK_ROWS, size))
        start = end
        room?.take('bytes', Buffer.byteLength(text))
        if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed])
      }
      onFraction((written + size) / rowCount)
    }
  } finally {
    stream.end()
    await failed
  }
}

/** A blank line would be no record. */
const EMPTY_RECORD = '""'

/** Returns the text of rows from `start` on, and where it ends: at `most`, or before if it is long. */
function blockText(
  columns: string[][],
  start: number,
  most: number,
): { text: string; end: number } {
  let text = ''
  let row = start
  for (; row < most && text.length < BLOCK_LENGTH; row++) {
    let line = columns[0]![row]!
    for (let j = 1; j < columns.length; j++) line += `,${columns[j]![row]}`
    text += `${line === '' ? EMPTY_RECORD : line}\n`
  }
  return { text, end: row }
}
