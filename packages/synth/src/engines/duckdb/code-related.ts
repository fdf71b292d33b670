import type { DuckDBConnection } from '@duckdb/node-api'
import { HOLDOUT_ONE_IN } from '../../evaluate/samples.ts'
import type { RelatedTable } from '../../schema/link-tables.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { BUCKETS, codedRows, createDictionaries } from './coded-tables.ts'
import { queryRows, schemaOf } from './database.ts'

/** Sets the least number of linked rows to measure: with fewer, the noise hides all information. */
const MIN_LINKED_ROWS = 100

/**
 * Creates `coded` as `createCoded` does, for a table of a family whose parent is coded already:
 * with the parent's modeled columns and the numbers of child rows, at the positions of `table`.
 * Caps the rows of one parent at the number that may count, leaves out rows without a parent, and
 * holds out all rows linked to one row of the root together.
 */
export async function createCodedRelated(
  connection: DuckDBConnection,
  table: RelatedTable,
  salt: bigint,
): Promise<void> {
  const { rules, parent, children, context } = table
  if (table.key !== null) await refuseBrokenKeys(connection, table)
  await createDictionaries(connection, rules.schemas.slice(0, rules.width))
  await connection.run(
    `create table unlinked_rows as ${codedRows(rules, keyFacts(table, 'raw'), 'raw')}`,
  )
  const counts = children.map(({ count }, i) => `coalesce(n${i}.rows, 0)::double as x${count}`)
  const joins = children.map(
    ({ place, column, maxRows }, i) => `left join (
      select hash(c${column}) as key, least(count(*), ${maxRows}) as rows from ${schemaOf(place)}.raw
      where c${column} is not null group by 1) n${i} on n${i}.key = r.own_key`,
  )
  const ofParent = parent
    ? ['p.held', ...context.map((from, i) => `p.x${from} as x${rules.schemas.length + i}`)]
    : []
  if (parent) joins.push(`join ${schemaOf(parent.place)}.coded p on p.own_key = r.parent_key`)
  const random = `hash(r.rowid, ${salt}::ubigint, 3), r.rowid`
  await connection.run(`
    create table coded_rows as
    select ${['r.*', ...counts, ...ofParent].join(', ')} from unlinked_rows r ${joins.join(' ')}
    ${parent ? `qualify row_number() over (partition by r.parent_key order by ${random}) <= ${parent.maxRows}` : ''}
    order by r.rowid`) // or buckets, which follow from the place of a row, would differ from run to run
  const split = `hash(own_key, ${salt}::ubigint, 1) % ${HOLDOUT_ONE_IN} = 0 as held, `
  await connection.run(`
    create view coded as
    select ${parent ? '' : split}(hash(rowid, ${salt}::ubigint, 2) % ${BUCKETS})::uinteger as bucket, *
    from coded_rows`)
  if (parent) await refuseFewRows(connection, table)
}

/** Returns SQL for the key columns that link rows of the original, or of the twin. */
export function keyFacts({ key, parent }: RelatedTable, view: 'raw' | 'twin'): string {
  return [
    key === null ? '' : `hash(${view}.c${key}) as own_key, `,
    parent ? `hash(${view}.c${parent.column}) as parent_key, ` : '',
  ].join('')
}

/** Counts the rows of the original without a row of the parent; exact, so for its owner only. */
export async function countOrphans(
  connection: DuckDBConnection,
  { place, key }: { place: number; key: number },
): Promise<number> {
  const [row] = await queryRows(
    connection,
    `select count(*) from unlinked_rows where parent_key not in (
      select hash(c${key}) from ${schemaOf(place)}.raw)`,
  )
  return Number(row![0])
}

async function refuseBrokenKeys(
  connection: DuckDBConnection,
  { name, key, rules, children }: RelatedTable,
): Promise<void> {
  const [row] = await queryRows(
    connection,
    `select count(*), count(c${key}), count(distinct c${key}) from raw`,
  )
  const [rows, filled, distinct] = row!.map(Number)
  if (rows === distinct) return
  const what = filled! < rows! ? 'lacks a value in some rows' : 'has some values more than once'
  throw new SynthesisError(
    'invalid_schema',
    `Schema: tables.${children[0]!.name}.parent.key names "${rules.schemas[key!]!.name}", which ${what} of ${name}.`,
  )
}

async function refuseFewRows(
  connection: DuckDBConnection,
  { name, parent, rules }: RelatedTable,
): Promise<void> {
  const [row] = await queryRows(connection, 'select count(*) from coded_rows')
  if (Number(row![0]) >= MIN_LINKED_ROWS) return
  throw new SynthesisError(
    'invalid_schema',
    `Schema: tables.${name}.parent.column names "${rules.schemas[parent!.column]!.name}", by which fewer than ${MIN_LINKED_ROWS} rows of ${name} hang on rows of ${parent!.name}.`,
  )
}
