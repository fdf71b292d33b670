/** @module-tag long */
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { AWKWARD_COLUMNS, type Awkward } from '../../../testing/awkward-rows.ts'
import { conformance, type OpenTable } from '../../../testing/conformance.ts'
import { heldIds, SPLIT_SEED } from '../../../testing/expected-split.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { openWarehouse } from './open-warehouse.ts'
import { SERVER_URL } from './test-server.ts'

const admin = new pg.Client(SERVER_URL)
beforeAll(() => admin.connect())
afterAll(() => admin.end())

/** Column types; days and moments come as numbers, and doubles as texts. */
const TYPES: Record<keyof Awkward, string> = {
  whole: 'integer',
  huge: 'bigint',
  price: 'numeric',
  ratio: 'double precision',
  city: 'text',
  code: 'char(4)',
  'fl"ag': 'boolean',
  day: 'date',
  moment: 'timestamptz',
  written: 'text',
  european: 'varchar(20)',
}
const SENT: Partial<Record<keyof Awkward, string>> = { day: 'integer', moment: 'double precision' }
const READ: Partial<Record<keyof Awkward, string>> = {
  day: "date '1970-01-01' + day",
  moment: 'to_timestamp(moment)',
}

async function createTable(rows: Awkward[], isKeyed: boolean): Promise<void> {
  const own = (column: string) => pg.escapeIdentifier(column)
  const columns = AWKWARD_COLUMNS.map((column) => `${own(column)} ${TYPES[column]}`)
  const sent = AWKWARD_COLUMNS.map((column) => `${own(column)} ${SENT[column] ?? TYPES[column]}`)
  const read = AWKWARD_COLUMNS.map((column) => READ[column] ?? own(column))
  await admin.query('drop table if exists awkward')
  await admin.query(
    `create table awkward (id integer ${isKeyed ? 'primary key' : ''}, ${columns.join(', ')})`,
  )
  const numbered = rows.map((row, id) => ({ ...row, id, ratio: row.ratio?.toString() ?? null }))
  await admin.query(
    `insert into awkward select id, ${read} from json_to_recordset($1) as rows (id integer, ${sent})`,
    [JSON.stringify(numbered)],
  )
}

const open: OpenTable = async (rows, { workDir, isKeyed, schema }) => {
  await createTable(rows, isKeyed)
  // With no declared key either, rows differ by all they hold.
  const { id: _, ...others } = schema.tables.awkward?.columns ?? {}
  const known = isKeyed ? schema : { tables: { awkward: { columns: others, rules: [] } } }
  const { sources, close } = await openWarehouse(
    { url: SERVER_URL, tables: ['awkward'] },
    { workDir, schema: known, random: seededRandom(SPLIT_SEED), signal: undefined },
  )
  return { source: sources[0]!, ...(isKeyed && { held: heldIds(rows.length) }), close }
}

conformance('PostgreSQL', open, 3)
