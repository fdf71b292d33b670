import { open } from 'node:fs/promises'
import { csvRecord } from '../../draw/format-value.ts'
import type { Warehouse } from './connect.ts'
import { textSql, type WarehouseColumn } from './text-sql.ts'

const BATCH_ROWS = 5000
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
  const cells = columns.map((column) => `substr(${textSql(column)}, 1, ${MAX_TEXT})`)
  const held = "case when semblance_held then '1' else '0' end"
  const file = await open(filePath, 'wx', 0o600)
  try {
    await file.write(`${csvRecord([...columns.map(({ name }) => name), 'held'])}\n`)
    await warehouse.query(
      `declare semblance_sample no scroll cursor for select ${[...cells, held]} from ${rows}`,
    )
    for (;;) {
      const batch = await warehouse.query(`fetch forward ${BATCH_ROWS} from semblance_sample`)
      if (batch.length === 0) break
      const records = batch.map((row) => csvRecord(row.map((cell) => String(cell ?? ''))))
      await file.write(`${records.join('\n')}\n`)
    }
    await warehouse.query('close semblance_sample')
  } finally {
    await file.close()
  }
}
