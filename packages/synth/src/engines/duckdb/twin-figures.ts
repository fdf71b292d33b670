import type { DuckDBConnection } from '@duckdb/node-api'
import { type CodedFigures, QUANTILES } from '../../evaluate/fidelity/number-figures.ts'
import { isOrdered } from '../../schema/column-schema.ts'
import { queryRows } from './database.ts'
import type { ModeledColumn } from './read-samples.ts'

/** Returns exact coded figures of the delivered twin's ordered columns that have a value, by position in the table. */
export async function twinFigures(
  connection: DuckDBConnection,
  columns: ModeledColumn[],
): Promise<Map<number, CodedFigures>> {
  const ordered = columns.filter(({ schema }) => isOrdered(schema.kind))
  if (ordered.length === 0) return new Map()
  const figures = ordered.flatMap(({ index }) => [
    `avg(x${index})`,
    `sum(x${index})::double`,
    ...QUANTILES.map((share) => `quantile_disc(x${index}, ${share})::double`),
  ])
  const [row] = await queryRows(connection, `select ${figures.join(', ')} from coded_twin`)
  const width = figures.length / ordered.length
  return new Map(
    ordered.flatMap(({ index }, i): [number, CodedFigures][] => {
      const own = row!.slice(i * width, (i + 1) * width)
      if (own[0] === null) return []
      const [mean, sum, ...quantiles] = own.map(Number)
      return [[index, { mean: mean!, sum: sum!, quantiles }]]
    }),
  )
}
