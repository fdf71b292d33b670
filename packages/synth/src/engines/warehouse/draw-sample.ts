import { open } from 'node:fs/promises'
import { csvRecord } from '../../draw/format-value.ts'
import type { WarehouseColumn } from './dialects/dialect.ts'
import { textSql } from './text-sql.ts'
import type { Warehouse } from './warehouse.ts'

/** Longer texts are cut: they are never modeled, and a record must stay below 1 MB. */
const MAX_TEXT = 1000

/**
 * Writes rows with semblance_held (see splitRowsSql) to a CSV file with a header, in batches, with a last column that is 1
 * where a row is held out.
 */
export async function drawSample(
  warehouse: Warehouse,
  rows: string,
  columns: WarehouseColumn[],
  filePath: string,
): Promise<void> {
  const cells = columns.map(
    (column) => `substr(${textSql(warehouse.dialect, column)}, 1, ${MAX_TEXT})`,
  )
  const held = "case when semblance_held then '1' else '0' end"
  const file = await open(filePath, 'wx', 0o600)
  try {
    await file.write(`${csvRecord([...columns.map(({ name }) => name), 'held'])}\n`)
    for await (const batch of warehouse.stream(`select ${[...cells, held]} from ${rows}`)) {
      if (batch.length === 0) continue
      const records = batch.map((row) => csvRecord(row.map((cell) => String(cell ?? ''))))
      await file.write(`${records.join('\n')}\n`)
    }
  } finally {
    await file.close()
  }
}
