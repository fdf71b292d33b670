import type { DuckDBConnection } from '@duckdb/node-api'
import type { FittedColumn } from '../../../model/fitted-model.ts'
import { OTHER_LABEL } from '../../../model/measure/discover-categories.ts'
import type { Notice } from '../../../schema/notices.ts'
import { queryRows } from '../database.ts'

/** More names than this are counted only. */
const MOST_NAMED = 20

/** Finds the categories of `coded` that the model does not name, by column; exact, for the owner only. */
export async function findPooled(
  connection: DuckDBConnection,
  columns: FittedColumn[],
): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const { index, schema, values } of columns) {
    if (values.type !== 'labels') continue
    const named = new Set([...values.labels, OTHER_LABEL])
    const rows = await queryRows(
      connection,
      `select value, count(*) from coded
       join (select distinct code, value from dictionary${index}) using_codes on code = x${index}
       group by value order by 2 desc, 1`,
    )
    const pooled = rows.filter(([value]) => !named.has(String(value)))
    if (pooled.length === 0) continue
    notices.push({
      type: 'categories_pooled',
      column: schema.name,
      categories: pooled.length,
      rows: pooled.reduce((sum, [, count]) => sum + Number(count), 0),
      commonest: pooled.slice(0, MOST_NAMED).map(([value]) => String(value)),
    })
  }
  return notices
}
