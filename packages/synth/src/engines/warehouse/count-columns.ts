import type { ColumnCount } from '../../model/measure/measure.ts'
import type { Warehouse } from './warehouse.ts'

/** More in one statement would take the warehouse long to plan. */
const COLUMNS_PER_QUERY = 20

/** Holds rows by value of a column: text, number, null, or whether it is missing. */
export type CountedValues = [value: unknown, count: number][]

/**
 * Counts columns of `coded` rows in as few passes as possible: for each, the rows by value; of missing ones, by whether
 * there is one; of values, only those that are often enough.
 */
export async function countColumns(
  warehouse: Warehouse,
  coded: (columns: number[]) => string,
  counts: ColumnCount[],
): Promise<CountedValues[]> {
  const found: CountedValues[] = []
  for (let start = 0; start < counts.length; start += COLUMNS_PER_QUERY)
    found.push(
      ...(await countSome(warehouse, coded, counts.slice(start, start + COLUMNS_PER_QUERY))),
    )
  return found
}

async function countSome(
  warehouse: Warehouse,
  coded: (columns: number[]) => string,
  counts: ColumnCount[],
): Promise<CountedValues[]> {
  const names = counts.map((_, i) => `v${i}`)
  const values = counts.map(({ of, column }, i) =>
    of === 'missing' ? `x${column} is null as v${i}` : `x${column} as v${i}`,
  )
  const places = counts.map((_, i) => `when grouping(v${i}) = 0 then ${i}`)
  const often = counts.flatMap((count, i) =>
    count.of === 'values' ? [oftenSql(count, `v${i}`)] : [],
  )
  const rows = await warehouse.query(`
    select case ${places.join(' ')} end, ${names.join(', ')}, count(*)
    from (select ${values.join(', ')} from ${coded(counts.map(({ column }) => column))} ${warehouse.dialect.barrier}) t
    group by grouping sets (${names.map((name) => `(${name})`).join(', ')})
    ${often.length > 0 ? `having ${often.join(' and ')}` : ''}`)
  const found: CountedValues[] = counts.map(() => [])
  for (const row of rows) {
    const place = Number(row[0])
    found[place]?.push([row[1 + place], Number(row.at(-1))])
  }
  return found
}

/** SQL that is true for rows of other columns, and for values that are to be counted. */
function oftenSql({ least, always }: Extract<ColumnCount, { of: 'values' }>, name: string): string {
  const isAlways = always.length > 0 ? `or ${name} in (${always.join(', ')})` : ''
  return `(grouping(${name}) = 1 or (${name} is not null and (count(*) >= ${least} ${isAlways})))`
}
