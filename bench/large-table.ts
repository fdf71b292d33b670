/** A table of any size for the benchmarks, the same each time. */
import { DuckDBInstance } from '@duckdb/node-api'

/**
 * Creates columns in turn: skewed integer, decimal, small category, larger category, date, integer
 * with missing values; each depends on the one before.
 */
export async function makeTable(
  inputPath: string,
  { rows, columns }: { rows: number; columns: number },
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const noise = (j: number) => `(hash(i, ${j}) % 1000003) / 1000003.0`
  const leaning = (j: number) => `(0.6 * ${noise(j - 1)} + 0.4 * ${noise(j)})`
  const kinds = [
    (j: number) => `floor(exp(9 * ${leaning(j)}))::integer as count_${j}`,
    (j: number) => `round(1000 * ${leaning(j)} * ${noise(j)}, 2)::decimal(9, 2) as amount_${j}`,
    (j: number) => `'kind ' || floor(6 * pow(${leaning(j)}, 2))::integer as kind_${j}`,
    (j: number) => `'place ' || floor(400 * pow(${leaning(j)}, 3))::integer as place_${j}`,
    (j: number) => `date '2015-01-01' + floor(3000 * ${leaning(j)})::integer as day_${j}`,
    (j: number) =>
      `case when ${noise(j)} < 0.1 then null else floor(100 * ${leaning(j)})::integer end as level_${j}`,
  ]
  const selected = Array.from({ length: columns }, (_, j) => kinds[j % kinds.length]!(j + 1))
  await connection.run(
    `copy (select ${selected.join(', ')} from range(${rows}) t(i)) to '${inputPath}' (header)`,
  )
  connection.closeSync()
  instance.closeSync()
}
