import { isIP, Socket } from 'node:net'
import pg from 'pg'
import { SynthesisError, throwIfAborted } from '../../schema/synthesis-error.ts'
import { postgres, postgresColumn } from './dialects/postgres.ts'
import {
  CONNECT_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
  type Warehouse,
  type WarehouseRoute,
} from './warehouse.ts'

/** The server ends a statement first, unless it is silent: then its connection is given up. */
const GRACE_MS = 60_000

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

type PostgresInput = { url: string; password?: string; route?: WarehouseRoute }

/**
 * Connects to a PostgreSQL-protocol database. Throws SynthesisError `unreachable` or `not_readable` with a message free of
 * data and passwords; an aborted `signal` closes the connection, which ends what the database was doing.
 */
export async function connectPostgres(
  input: PostgresInput,
  signal: AbortSignal | undefined,
): Promise<Warehouse> {
  throwIfAborted(signal)
  const { client, end } = await openClient(input, signal)
  const hangUp = () => void end()
  signal?.addEventListener('abort', hangUp)
  const close = async () => {
    signal?.removeEventListener('abort', hangUp)
    await end()
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
    for (const setting of OPTIONAL_SETTINGS) await set(client, setting)
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

/** Refused settings do no harm; a server that does not answer even these is away. */
async function set(client: pg.Client, text: string): Promise<void> {
  try {
    await client.query({ text, query_timeout: CONNECT_TIMEOUT_MS } as pg.QueryConfig)
  } catch (error) {
    if (!(error as { code?: string }).code) throw refuse(error)
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

type Opened = { client: pg.Client; end: () => Promise<void> }

/** Tries one address after the other, as long as none of them answers. */
async function openClient(input: PostgresInput, signal: AbortSignal | undefined): Promise<Opened> {
  const addresses = input.route?.addresses ?? [undefined]
  let last: unknown
  for (const address of addresses) {
    throwIfAborted(signal)
    const socket = new Socket()
    const client = createClient(input, socket, address)
    const end = () => endClient(client, socket)
    // A connection lost between queries would otherwise end the process; the next query reports it.
    client.on('error', () => {})
    try {
      await client.connect()
      return { client, end }
    } catch (error) {
      last = error
      await end()
      if (!NOBODY_THERE.test((error as { code?: string }).code ?? '')) break
    }
  }
  throw refuse(last)
}

/** Takes leave, which some servers never answer. */
async function endClient(client: pg.Client, socket: Socket): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LEAVE_MS)
  })
  await Promise.race([client.end().catch(() => {}), isLate])
  clearTimeout(timer)
  socket.destroy()
}

/** Limits the time in which a server may close its side. */
const LEAVE_MS = 5000

const NOBODY_THERE = /^E(CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT|ADDRNOTAVAIL)$/

function createClient(
  { url, password, route }: PostgresInput,
  socket: Socket,
  address?: string,
): pg.Client {
  try {
    return new pg.Client({
      ...(route && address ? alongRoute(new URL(url), route, address) : { connectionString: url }),
      ...(route && password !== undefined && { password }),
      application_name: 'semblance',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: GRACE_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + GRACE_MS,
    })
  } catch {
    throw new SynthesisError(
      'not_readable',
      'This is not an address of a database: write it as postgres://user@host/database.',
    )
  }
}

/** Takes of an address but user, port and database: what follows them could name files, sockets and weaker protection. */
function alongRoute(
  { hostname, port, username, pathname }: URL,
  { isTls, ca }: WarehouseRoute,
  address: string,
): pg.ClientConfig {
  const named = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { servername: hostname } : {}
  return {
    host: address,
    port: port ? Number(port) : 5432,
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
    ssl: isTls && { rejectUnauthorized: true, ...named, ...(ca && { ca }) },
  }
}

/** Converts a database error. Its message may quote values, so only the kind of error is passed on. */
function refuse(error: unknown): SynthesisError {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (NO_TLS.test(code) || /SSL connection/.test(message))
    return new SynthesisError(
      'not_readable',
      'The database speaks no TLS, or its certificate does not hold for its name.',
    )
  if (AWAY.test(code)) return new SynthesisError('unreachable', textOf(code))
  return new SynthesisError('not_readable', textOf(code))
}

const NO_TLS = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS|^ERR_SSL|^EPROTO$/

/** Matches what ends by itself; a lost connection has no code. */
const AWAY = /^($|08|53|57P|40001|40P01|E[A-Z_]+$)/

const textOf = (code: string) => MESSAGES.find(([kind]) => kind.test(code))?.[1] ?? other(code)

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
  [/^($|08|57P|E[A-Z_]+$)/, 'The database cannot be reached.'],
]
