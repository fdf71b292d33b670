import type { DuckDBConnection } from '@duckdb/node-api'
import { at } from '../../model/pairs/at.ts'
import type { ReleasedTable } from '../../model/released/released-model.ts'
import { viewSource } from '../../read/load-table.ts'
import { rejectSource } from '../../read/reject-source.ts'
import type { TableSource } from '../../read/table-source.ts'
import type { ColumnSchema } from '../../schema/column-schema.ts'
import type { RulePlan } from '../../schema/rules/rule-plan.ts'
import { inFile } from '../../schema/synthesis-error.ts'
import { codedRows, createDictionaries } from './coded-tables.ts'
import { queryRows, schemaOf, sqlString } from './database.ts'

/** Describes a twin's file, and its columns by their places in the model's table. */
export type TwinSource = { source: TableSource; places: number[] }

/**
 * Creates `coded` from the twins of a family's tables, one connection each: as the originals were coded when they were
 * measured, with all rows as training rows, so that they can be counted in the same way. Columns of a parent and the
 * numbers of child rows are at the positions that the models have them at. Returns the rows of each file; those without a
 * parent are not coded.
 */
export async function codeTwins(
  connections: DuckDBConnection[],
  tables: ReleasedTable[],
  twins: TwinSource[],
): Promise<number[]> {
  const rows: number[] = []
  for (const [place, table] of tables.entries()) {
    const { source } = at(twins, place)
    try {
      rows.push(await codeOwn(at(connections, place), table, at(twins, place)))
    } catch (error) {
      throw inFile(await rejectSource(error, source), source.file, !source.isOnly)
    }
  }
  for (const place of tables.keys()) await codeLinks(at(connections, place), tables, place)
  return rows
}

/** Codes the columns that a file has. */
async function codeOwn(
  connection: DuckDBConnection,
  { model, links }: ReleasedTable,
  { source, places }: TwinSource,
): Promise<number> {
  const plan = codingPlan(model)
  await viewSource(connection, 'written', source, places)
  const dates = plan.schemas.slice(0, plan.width).flatMap(dateSql)
  const replaced = dates.length > 0 ? `replace (${dates.join(', ')})` : ''
  await connection.run(`create view raw as select * ${replaced} from written`)
  await createDictionaries(connection, plan.schemas.slice(0, plan.width))
  const keys = [
    links.key === null ? '' : `hash(raw.c${links.key}) as own_key, `,
    links.parent ? `hash(raw.c${links.parent.column}) as parent_key, ` : '',
  ].join('')
  await connection.run(`create table own_rows as ${codedRows(plan, keys, 'raw')}`)
  const [row] = await queryRows(connection, 'select count(*) from own_rows')
  return Number(row?.[0])
}

/** Returns the plan with the labels of the model's categories as all that there are, in their order. */
function codingPlan({ rules, columns }: ReleasedTable['model']): RulePlan {
  const { plan } = rules
  const fitted = [...columns, ...rules.alone.values()]
  const schemas = plan.schemas.map((schema, index): ColumnSchema => {
    const values = fitted.find((column) => column.index === index)?.values
    return values?.type === 'labels' ? { ...schema, values: values.labels } : schema
  })
  return { ...plan, schemas, ranges: plan.ranges.slice(0, plan.width) }
}

/** Reads a date in another form, such as that of an Excel file, as the table writes it. */
function dateSql({ kind, dateFormat }: ColumnSchema, j: number): string[] {
  if (kind !== 'date' && kind !== 'timestamp') return []
  const format = sqlString(dateFormat)
  const isWritten = `try_strptime(trim(t${j}), ${format}) is not null`
  return [
    `case when ${isWritten} then t${j} else strftime(try_cast(c${j} as timestamp), ${format}) end as t${j}`,
  ]
}

async function codeLinks(
  connection: DuckDBConnection,
  tables: ReleasedTable[],
  place: number,
): Promise<void> {
  const { links, model } = at(tables, place)
  const counts = links.children.map(
    ({ count }, i) => `coalesce(n${i}.rows, 0)::double as x${count}`,
  )
  const joins = links.children.map(
    (child, i) => `left join (
      select parent_key as key, least(count(*), ${child.maxRows}) as rows
      from ${schemaOf(child.place)}.own_rows group by 1) n${i} on n${i}.key = r.own_key`,
  )
  const { parent } = links
  const above = parent ? at(tables, parent.place).model.columns : []
  const first = model.rules.plan.schemas.length
  const context = above.map(({ index }, i) => `p.x${index} as x${first + i}`)
  if (parent)
    joins.push(`join (
      select * from ${schemaOf(parent.place)}.coded_rows
      qualify row_number() over (partition by own_key) = 1) p on p.own_key = r.parent_key`)
  await connection.run(`
    create table coded_rows as
    select ${['r.*', ...counts, ...context].join(', ')} from own_rows r ${joins.join(' ')}`)
  await connection.run('create view coded as select false as held, * from coded_rows')
}
