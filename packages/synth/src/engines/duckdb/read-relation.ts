import {
  evaluateRelation,
  type RelationEvaluation,
} from '../../evaluate/fidelity/evaluate-relation.ts'
import { type PublishedRelation, publishRelation } from '../../evaluate/publish/publish-relation.ts'
import { FIDELITY_SAMPLE_ROWS } from '../../evaluate/samples.ts'
import type { SampleColumn, TableSample } from '../../evaluate/table-sample.ts'
import { asDelivered } from '../../model/fitted-rules.ts'
import { at } from '../../model/pairs/at.ts'
import type { FittedTable } from '../../run/fit-table.ts'
import type { CodedTable } from '../../run/table-task.ts'
import { countOrphans } from './code-related.ts'
import { type Database, queryRows, readColumns, schemaOf } from './database.ts'
import { type ModeledColumn, readTableSample } from './read-samples.ts'

/**
 * Describes the relation between a table and its parent, in the original and in the twin: for the
 * owner, and for the buyer.
 */
export type RelationFound = { internal: RelationEvaluation; published: PublishedRelation }

/**
 * Reads a table's relation to its parent, after the twins of all tables have been read; null
 * without a parent.
 */
export async function readRelation(
  tables: CodedTable[],
  fitted: FittedTable[],
  place: number,
): Promise<RelationFound | null> {
  const child = at(tables, place)
  const link = child.related.parent
  if (!link) return null
  const parent = at(tables, link.place)
  const [above, below] = [at(fitted, link.place).model, at(fitted, place).model].map(
    (model) => asDelivered(model).columns,
  )
  const read = async (coded: 'coded' | 'coded_twin', counts: string) => ({
    counts: await readCounts(parent.connection, counts),
    parent: await readParents(parent.connection, above!, `${schemaOf(place)}.${coded}`, coded),
    child: await readTableSample(
      child.connection,
      below!,
      `from ${coded} order by bucket, parent_key limit ${FIDELITY_SAMPLE_ROWS}`,
    ),
  })
  const { count, maxRows } = parent.related.children.find((of) => of.place === place)!
  const original = await read('coded', `select x${count} from coded order by bucket`)
  const twin = await read(
    'coded_twin',
    `select count(c.parent_key)::double from coded_twin p
     left join ${schemaOf(place)}.coded_twin c on c.parent_key = p.own_key
     group by p.own_key, p.bucket order by p.bucket`,
  )
  const [linked] = await queryRows(
    child.connection,
    `select count(p.own_key) / count(*) from coded_twin c
     left join ${schemaOf(link.place)}.coded_twin p on p.own_key = c.parent_key`,
  )
  const counted = at(fitted, link.place).model.columns.find(({ index }) => index === count)!
  const of = { parent: link.name, maxRows, linkedShare: Number(linked![0]) }
  return {
    internal: {
      ...of,
      orphans: await countOrphans(child.connection, link),
      ...evaluateRelation(original, twin, {
        parent: namesOf(above!),
        child: namesOf(below!),
      }),
    },
    published: { ...of, ...publishRelation(counted, twin.counts) },
  }
}

const namesOf = (columns: ModeledColumn[]) => columns.map(({ schema }) => schema.name)

/** Reads the number of children of each parent, in random order. */
async function readCounts(connection: Database['connection'], sql: string): Promise<SampleColumn> {
  const limited = `${sql} limit ${FIDELITY_SAMPLE_ROWS}`
  const [row] = await queryRows(connection, `select count(*) from (${limited})`)
  const values = new Float64Array(Number(row![0]))
  await readColumns(connection, limited, [{ target: values, missing: 0 }])
  return { type: 'continuous', values }
}

/** The parent of each row of a sample of children; equal places in its order have equal parents. */
function readParents(
  connection: Database['connection'],
  columns: ModeledColumn[],
  children: string,
  coded: string,
): Promise<TableSample> {
  return readTableSample(
    connection,
    columns,
    `from (select p.*, c.bucket as place, c.parent_key as hook
       from ${children} c join ${coded} p on p.own_key = c.parent_key)
     order by place, hook limit ${FIDELITY_SAMPLE_ROWS}`,
  )
}
