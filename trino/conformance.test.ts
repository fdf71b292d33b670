import { inject } from 'vitest'
import { openWarehouse } from '../packages/synth/src/engines/warehouse/open-warehouse.ts'
import { seededRandom } from '../packages/synth/src/random/seeded-random.ts'
import { AWKWARD_COLUMNS, type Awkward, cellText } from '../packages/synth/testing/awkward-rows.ts'
import { conformance, type OpenTable } from '../packages/synth/testing/conformance.ts'
import { heldIds, SPLIT_SEED } from '../packages/synth/testing/expected-split.ts'
import { runStatement } from './cluster.ts'

const origin = inject('trino')

const TYPES: Record<keyof Awkward, string> = {
  whole: 'integer',
  huge: 'bigint',
  price: 'decimal(9, 2)',
  ratio: 'double',
  city: 'varchar',
  code: 'char(4)',
  'fl"ag': 'boolean',
  day: 'date',
  moment: 'timestamp(6) with time zone',
  written: 'varchar',
  european: 'varchar(20)',
}

const own = (column: string) => `"${column.replaceAll('"', '""')}"`

async function createTable(rows: Awkward[]): Promise<void> {
  await runStatement(origin, 'create schema if not exists memory.test')
  await runStatement(origin, 'drop table if exists memory.test.awkward')
  const columns = AWKWARD_COLUMNS.map((column) => `${own(column)} ${TYPES[column]}`)
  await runStatement(origin, `create table memory.test.awkward (id integer, ${columns.join(', ')})`)
  const written = rows.map((row, id) => {
    const cells = AWKWARD_COLUMNS.map((column) => cellSql(row, column))
    return `(${[id, ...cells].join(', ')})`
  })
  await runStatement(origin, `insert into memory.test.awkward values ${written.join(', ')}`)
}

function cellSql(row: Awkward, column: keyof Awkward): string {
  const value = row[column]
  if (value === null) return `cast(null as ${TYPES[column]})`
  const text = `'${cellText(row, column).replaceAll("'", "''")}'`
  return column === 'moment'
    ? `timestamp '${text.slice(1, -1)} UTC'`
    : `cast(${text} as ${TYPES[column]})`
}

const open: OpenTable = async (rows, { workDir, isKeyed, schema }) => {
  await createTable(rows)
  const { id: _, ...others } = schema.tables.awkward?.columns ?? {}
  const known = isKeyed ? schema : { tables: { awkward: { columns: others, rules: [] } } }
  const { sources, close } = await openWarehouse(
    {
      url: `${origin.replace('http:', 'trino:').replace('//', '//reader@')}/memory/test`,
      tables: ['Awkward'],
    },
    { workDir, schema: known, random: seededRandom(SPLIT_SEED), signal: undefined },
  )
  return { source: sources[0]!, ...(isKeyed && { held: heldIds(rows.length) }), close }
}

conformance('Trino', open, 2)
