/** The tables and their references by area, as Markdown with Mermaid diagrams. */
import type pg from 'pg'

const AREAS = [
  'platform',
  'core',
  'people',
  'market',
  'money',
  'delivery',
  'overview',
  'sample-data',
  'unowned',
]

type Table = {
  name: string
  /** `market/offers`, by the first line of the table's comment; null without one. */
  owner: string | null
  columns: string[]
  references: { column: string; table: string; isNullable: boolean; isUnique: boolean }[]
}

const tablesQuery = `
  select n.nspname || '.' || c.relname as name,
    substring(obj_description(c.oid, 'pg_class') from '^owner: (\\S+)') as owner,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
    coalesce((select json_agg(json_build_object(
        'column', a.attname, 'table', rn.nspname || '.' || r.relname, 'isNullable', not a.attnotnull,
        'isUnique', exists (select from pg_index i where i.indrelid = c.oid and i.indisunique
          and i.indpred is null and i.indnkeyatts = 1 and i.indkey[0] = a.attnum))
        order by a.attname, rn.nspname, r.relname)
      from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.conrelid = c.oid and k.contype = 'f'), '[]') as references
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'app', 'auth', 'ledger', 'transparency') and c.relname <> 'schema_migrations'
  order by name`

/** Returns `docs/data-model.md`, the same for the same migrations. */
export async function describeDataModel(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Table>(tablesQuery)
  const sections = AREAS.flatMap((area) => {
    const tables = rows.filter(({ owner }) => (owner?.split('/')[0] ?? 'unowned') === area)
    return tables.length === 0 ? [] : [`## ${area}`, diagram(tables), list(tables)]
  })
  return [
    '# Data model',
    'Written by `npm run db:generate` from the migrations; not to be edited. Each table is written by one module. The diagrams show references; a box without a table below it belongs to another area. Types, constraints and policies are in `apps/server/schema.sql`.',
    ...sections,
  ]
    .join('\n\n')
    .concat('\n')
}

/** Drops the schema of the marketplace's own tables. */
const shortName = (name: string) => name.replace(/^public\./, '')

const boxOf = (name: string) => shortName(name).replace('.', '_')

function diagram(tables: Table[]): string {
  const lines = tables.flatMap(({ name, references }) =>
    references.length === 0
      ? [`  ${boxOf(name)}`]
      : references.map(({ column, table, isNullable, isUnique }) => {
          const ends = `${isNullable ? '|o' : '||'}--${isUnique ? 'o|' : 'o{'}`
          return `  ${boxOf(table)} ${ends} ${boxOf(name)} : ${column}`
        }),
  )
  return ['```mermaid', 'erDiagram', ...lines, '```'].join('\n')
}

function list(tables: Table[]): string {
  const rows = tables.map(({ name, owner, columns }) => [
    shortName(name),
    owner ?? 'none',
    columns.join(', '),
  ])
  return [['table', 'module', 'columns'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
