/** The database: every statement runs in a transaction, as the caller's role, under row-level security. */
import pg from 'pg'
import { announcesAfterCommit } from './announcements.ts'
import { type Claims, system } from './claims.ts'
import { type Access, runTransaction, type Tx } from './transactions.ts'

export { type Claims, system } from './claims.ts'
export {
  announceAfterCommit,
  beforeCommit,
  rehearse,
  setRole,
  type Tx,
  withSystemRole,
} from './transactions.ts'

export type Database = {
  /** Runs `work` in one transaction under the caller's role and claims; rolls back when it throws. */
  transaction: <T>(claims: Claims, work: (tx: Tx) => Promise<T>, access?: Access) => Promise<T>
  /**
   * Runs short `work` as the system in a transaction of its own, which stays also where the caller's fails. It has
   * connections of its own: callers that hold all others never wait for each other.
   */
  apart: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
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

/** Connections for short transactions of callers that hold another one. */
const APART_POOL_SIZE = 2

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
  const always = [callerless, shortQueries, announcesAfterCommit]
  const settings = [...always, ...(limits ? [timeouts(limits)] : [])].join('; ')
  const openCallers = (size: number) =>
    openPool({
      ...connection,
      types,
      pipeline: true,
      max: size,
      ...(limits && { connectionTimeoutMillis: limits.acquireTimeoutMs }),
      onConnect: async (client) => void (await client.query(settings)),
    })
  const callers = openCallers(limits?.poolSize ?? POOL_SIZE)
  const apart = openCallers(APART_POOL_SIZE)
  return {
    pool,
    waitingCount: () => callers.waitingCount,
    client: (options) => new pg.Client({ keepAlive: true, ...connection, ...options }),
    transaction: (claims, work, access = 'write') => runTransaction(callers, claims, access, work),
    apart: (work) => runTransaction(apart, system, 'write', work),
    close: async () => {
      await callers.end()
      await apart.end()
      await pool.end()
    },
  }
}

/** Leaves what runs outside a transaction without rights: only a transaction has a caller. */
const callerless = 'set role semblance_none'

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
