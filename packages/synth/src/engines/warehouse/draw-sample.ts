import { open } from 'node:fs/promises'
import { csvRecord } from '../../draw/format-value.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import type { WarehouseColumn } from './dialects/dialect.ts'
import { textSql } from './text-sql.ts'
import type { Warehouse } from './warehouse.ts'

/** Longer texts are cut: they are never modeled, and a record must stay below 1 MB. */
const MAX_TEXT = 1000

/** Limits a cell, whose characters may count twice. */
const MAX_CELL = 2 * MAX_TEXT

/** Holds what the samples of a run may still take, over all of its tables. */
export type SampleRoom = { bytes: number }

/** Limits the samples of a run, as uploads are. */
export const newSampleRoom = (): SampleRoom => ({ bytes: 10 * 1024 ** 3 })

/**
 * Writes rows with semblance_held (see splitRowsSql) to a CSV file with a header, in batches, with a last column that is 1
 * where a row is held out. Throws SynthesisError `not_readable` for a warehouse that sends far more.
 */
export async function drawSample(
  warehouse: Warehouse,
  rows: string,
  columns: WarehouseColumn[],
  filePath: string,
  limit: { rows: number; room: SampleRoom },
): Promise<void> {
  const cells = columns.map(
    (column) => `substr(${textSql(warehouse.dialect, column)}, 1, ${MAX_TEXT})`,
  )
  const held = "case when semblance_held then '1' else '0' end"
  const file = await open(filePath, 'wx', 0o600)
  let left = limit.rows
  try {
    await file.write(`${csvRecord([...columns.map(({ name }) => name), 'held'])}\n`)
    for await (const batch of warehouse.stream(`select ${[...cells, held]} from ${rows}`)) {
      if (batch.length === 0) continue
      left -= batch.length
      if (left < 0) throw refuse('rows')
      const records = batch.map((row) => csvRecord(row.map(textOf)))
      const text = `${records.join('\n')}\n`
      limit.room.bytes -= Buffer.byteLength(text)
      if (limit.room.bytes < 0) throw refuse('bytes')
      await file.write(text)
    }
  } finally {
    await file.close()
  }
}

function textOf(cell: unknown): string {
  const text = String(cell ?? '')
  if (text.length > MAX_CELL) throw refuse('bytes')
  return text
}

const refuse = (what: 'rows' | 'bytes') => new SynthesisError('not_readable', TOO_MUCH[what])

const TOO_MUCH = {
  rows: 'The database sent far more rows than the random sample that it was asked for. A column that is declared as key must have a distinct value in every row.',
  bytes:
    'The database sent more than a random sample of these tables may have. Choose fewer or narrower tables.',
}
