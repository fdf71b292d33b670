/** The database: every statement runs in a transaction, as the caller's role, under row-level security. */
import {
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { classifyFault, DependencyError, OverloadError } from '../faults.ts'
import type { DB } from './database.gen.ts'

export type Tx = Transaction<DB>

/** Describes the claims that policies read. `role` selects the database role of the transaction. */
export type Claims =
  | {
      role: 'anon' | 'authenticated'
      sub?: string
      org_ids?: string[]
      /** The organization that the caller administers. */
      admin_org_id?: string
      is_staff?: boolean
    }
  | { role: 'semblance_system' }

export const system: Claims = { role: 'semblance_system' }

export type Database = {
  /** Runs `work` in one transaction under the caller's role and claims; rolls back when it throws. */
  transaction: <T>(claims: Claims, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Plain connections for the job queue and the migrations; no query of a request goes here. */
  pool: pg.Pool
  /**
   * Creates a connection outside the pools, not yet connected, for listeners as long-lived as the
   * process.
   */
  client: (options: pg.ClientConfig) => pg.Client
  /** Returns how many calls of `transaction` wait for a connection. */
  waitingCount: () => number
  close: () => Promise<void>
}

/** Connections per process and pool: about four a core serve more than a larger pool does. */
const POOL_SIZE = 10

/** Connections of the queue: each lane's runner listens on one, and its jobs and leases need others. */
const QUEUE_POOL_SIZE = 16

/**
 * Amounts are cents in int8 and never pass through a float; a bare day stays text, the same day in every zone.
 * The queue's own pool keeps int8 as text.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return BigInt
    if (oid === pg.types.builtins.DATE) return (day: string) => day
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/**
 * Limits what requests may take of the database. Jobs and commands have no such limits: some of
 * their statements take minutes.
 */
export type RequestLimits = {
  /** Connections at once. */
  poolSize: number
  /** Limits the wait for a free connection; after that the call throws OverloadError. */
  acquireTimeoutMs: number
  statementTimeoutMs: number
  /** Limits the time that a transaction waits for its next statement. */
  idleTransactionMs: number
}

export const requestLimits: RequestLimits = {
  poolSize: POOL_SIZE,
  acquireTimeoutMs: 5000,
  statementTimeoutMs: 15_000,
  idleTransactionMs: 30_000,
}

/** Opens the pools, which connect when they are used. Without `limits` nothing is cut short. */
export function openDatabase(connection: pg.PoolConfig, limits?: RequestLimits): Database {
  const pool = openPool({ max: QUEUE_POOL_SIZE, ...connection })
  const kyselyPool = openPool({
    ...connection,
    types,
    ...(limits && { max: limits.poolSize, connectionTimeoutMillis: limits.acquireTimeoutMs }),
  })
  const settings = limits ? `${shortQueries}; ${timeouts(limits)}` : shortQueries
  kyselyPool.on('connect', (client) => void client.query(settings).catch(() => {}))
  const kysely = new Kysely<DB>({ dialect: new Dialect({ pool: kyselyPool, onCreateConnection }) })
  return {
    pool,
    waitingCount: () => kyselyPool.waitingCount,
    client: (options) => new pg.Client({ keepAlive: true, ...connection, ...options }),
    transaction: (claims, work) =>
      kysely.transaction().execute(async (tx) => {
        await begin(tx, claims)
        return await work(tx)
      }),
    close: async () => {
      await kysely.destroy()
      await pool.end()
    },
  }
}

/** Leaves out the round trip of a "begin" of its own, because `begin` sends it together with the role. */
class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    const driver = new PostgresDriver(this.#config)
    driver.beginTransaction = async () => {}
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = (options) => acquire(options).catch(throwUnacquired)
    return driver
  }
}

/** Matches what the pool says when all its connections stayed in use. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect'

function throwUnacquired(cause: Error): never {
  const { message } = cause
  if (message === POOL_TIMEOUT) throw new OverloadError(message, { cause })
  throw new DependencyError('database', message, { cause })
}

/** Reports a connection that breaks during a statement as the database's fault, not the network's. */
async function onCreateConnection(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = <R>(...given: Parameters<typeof execute>): Promise<QueryResult<R>> =>
    execute<R>(...given).catch((cause: Error) => {
      const fault = classifyFault(cause)
      const isBroken = fault.kind === 'dependency' && fault.dependency === 'network'
      throw isBroken ? new DependencyError('database', cause.message, { cause }) : cause
    })
}

/** Begins the transaction under the role and claims, in one message. */
async function begin(tx: Tx, claims: Claims): Promise<void> {
  const [role, json] = [claims.role, JSON.stringify(claims)].map(pg.escapeLiteral)
  await sql
    .raw(
      `begin; select set_config('role', ${role}, true), set_config('request.jwt.claims', ${json}, true)`,
    )
    .execute(tx)
}

/** Requests ask short questions: starting workers, or compiling a plan, takes longer than the answer. */
const shortQueries = 'set jit = off; set max_parallel_workers_per_gather = 0'

const timeouts = ({ statementTimeoutMs, idleTransactionMs }: RequestLimits) =>
  `set statement_timeout = ${statementTimeoutMs};
  set idle_in_transaction_session_timeout = ${idleTransactionMs}`

function openPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: POOL_SIZE, ...connection })
  // A lost connection is not fatal: the query in flight fails with its own error, the next one opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Sets the role and claims of the transaction from here on. */
export async function setRole(tx: Tx, claims: Claims): Promise<void> {
  await sql`select set_config('role', ${claims.role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`.execute(tx)
}

/**
 * Runs `work` as the system inside the caller's transaction: for what one party's action
 * changes in the other's rows, and for accounts, jobs and money. Check permission before.
 */
export async function withSystemRole<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`
    with caller as materialized (select current_setting('role') as role)
    select role, set_config('role', ${system.role}, true) from caller`.execute(tx)
  const result = await work() // on an error the transaction is over, and its role with it
  await sql`select set_config('role', ${rows[0]!.role}, true)`.execute(tx)
  return result
}
