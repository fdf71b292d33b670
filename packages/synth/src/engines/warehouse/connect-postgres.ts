import pg from 'pg'
import { SynthesisError, throwIfAborted } from '../../schema/synthesis-error.ts'
import { postgres, postgresColumn } from './dialects/postgres.ts'
import { CONNECT_TIMEOUT_MS, STATEMENT_TIMEOUT_MS, type Warehouse } from './warehouse.ts'

/** Rows of a stream that are fetched at a time. */
const BATCH_ROWS = 5000

/**
 * Lists optional, harmless settings; engines that do not know one are used without it. Compiling
 * the long CASE expressions takes longer than evaluating them.
 */
const OPTIONAL_SETTINGS = [
  `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  'set extra_float_digits = 1',
  'set jit = off',
  "set work_mem = '64MB'",
  "set client_connection_check_interval = '5s'",
]

/**
 * Connects to a PostgreSQL-protocol database. Throws SynthesisError `unreachable` with a message free of data and
 * passwords; an aborted `signal` closes the connection, which ends what the database was doing.
 */
export async function connectPostgres(
  url: string,
  signal: AbortSignal | undefined,
): Promise<Warehouse> {
  throwIfAborted(signal)
  const client = createClient(url)
  // A connection lost between queries would otherwise end the process; the next query reports it.
  client.on('error', () => {})
  const hangUp = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', hangUp)
  const close = async () => {
    signal?.removeEventListener('abort', hangUp)
    await client.end().catch(() => {})
  }
  const run = async (sql: string) => {
    throwIfAborted(signal)
    try {
      return await client.query({ text: sql, rowMode: 'array' })
    } catch (error) {
      throwIfAborted(signal)
      throw refuse(error)
    }
  }
  try {
    await client.connect().catch((error) => {
      throw refuse(error)
    })
    for (const setting of OPTIONAL_SETTINGS) await client.query(setting).catch(() => {})
    await run('begin transaction isolation level repeatable read read only')
  } catch (error) {
    await close()
    throw error
  }
  const query = async (sql: string) => (await run(sql)).rows as unknown[][]
  return {
    dialect: postgres,
    query,
    stream: (sql) => streamRows(query, sql),
    describe: async (sql) =>
      (await run(`select * from (${sql}) semblance_shape limit 0`)).fields.map(
        ({ name, dataTypeID }) => postgresColumn(name, dataTypeID),
      ),
    primaryKey: (table) => readPrimaryKey(query, table),
    mostRowsWithoutKey: Number.POSITIVE_INFINITY,
    stateOf: async () => null,
    isCaseless: false,
    close,
  }
}

async function* streamRows(query: Warehouse['query'], sql: string) {
  await query(`declare semblance_rows no scroll cursor for ${sql}`)
  for (;;) {
    const batch = await query(`fetch forward ${BATCH_ROWS} from semblance_rows`)
    if (batch.length === 0) break
    yield batch
  }
  await query('close semblance_rows')
}

/** Views and some engines have none. */
async function readPrimaryKey(query: Warehouse['query'], table: string): Promise<string[]> {
  const rows = await query(`
    select a.attname from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary and i.indrelid = cast(${pg.escapeLiteral(table)} as regclass)`)
  return rows.map(([name]) => String(name))
}

function createClient(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      application_name: 'semblance',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
  } catch {
    throw new SynthesisError(
      'unreachable',
      'This is not an address of a database: write it as postgres://user@host/database.',
    )
  }
}

/** Converts a database error. Its message may quote values, so only the kind of error is passed on. */
function refuse(error: unknown): SynthesisError {
  const code = (error as { code?: string }).code ?? ''
  return new SynthesisError(
    'unreachable',
    MESSAGES.find(([kind]) => kind.test(code))?.[1] ?? other(code),
  )
}

const other = (code: string) =>
  `The database refused a query${/^\w{5}$/.test(code) ? ` (SQLSTATE ${code})` : ''}.`

const MESSAGES: [RegExp, string][] = [
  [/^28|^3D000/, 'The database refused the sign-in: check user, password and database name.'],
  [
    /^42P01|^3F000/,
    'The database has no such table: name it as schema.table, in its own letter case.',
  ],
  [/^42501/, 'The database does not allow this user to read the table.'],
  [/^57014/, 'The database gave up on a query that took too long.'],
  [/^53/, 'The database has no memory, disk or connections left for the query.'],
  [/^(08|57P|E[A-Z]+$)/, 'The database cannot be reached.'],
]
