/**
 * Runs transactions in as few round trips as they need: "begin" and the caller's role travel with the
 * first statement, statements that do not await each other share a trip, and the end of a
 * transaction that only reads is not awaited.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import pg from 'pg'
import { classifyFault, DependencyError, OverloadError } from '../faults.ts'
import { announceSoon } from './announcements.ts'
import { type Claims, type Identity, identityOf, system } from './claims.ts'
import type { DB } from './database.gen.ts'
import { createStatementNames } from './statement-names.ts'

export type Tx = Transaction<DB>

/** `read` has the database refuse every change. */
export type Access = 'read' | 'write'

const statementName = createStatementNames()

const connections = new WeakMap<Tx, TransactionConnection>()

/**
 * Runs `work` in one transaction under the claims; rolls back when it throws. Throws OverloadError if
 * no connection becomes free in time, DependencyError if the database is away.
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  claims: Claims,
  access: Access,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(throwUnacquired)
  const connection = new TransactionConnection(client, claims, access)
  try {
    const tx = transactionOn(connection)
    const result = await work(tx)
    await connection.runLastSteps(tx)
    await connection.commit()
    for (const channel of connection.channels) announceSoon(pool, channel)
    return result
  } catch (error) {
    await connection.rollBack()
    throw error
  } finally {
    client.release(connection.isLost)
  }
}

/** Sets the role and claims of the transaction from here on. */
export function setRole(tx: Tx, claims: Claims): void {
  connectionOf(tx).become(claims)
}

/**
 * Runs `work` as the system inside the caller's transaction: for what one party's action changes in
 * the other's rows, and for accounts, jobs and money. Check permission before.
 */
export async function withSystemRole<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  return await connectionOf(tx).runAs(system.role, work)
}

/** Announces on a channel of PostgreSQL once the transaction has committed, if it does. */
export function announceAfterCommit(tx: Tx, channel: string): void {
  connectionOf(tx).channels.add(channel)
}

/** Ends what a transaction has gathered, all items of one step at once. */
export type LastStep<T> = (tx: Tx, items: T[]) => Promise<void>

/**
 * Gathers an item for a step that runs once, just before the commit: what it locks is locked for no
 * longer than that. An error it throws undoes the transaction.
 */
export function beforeCommit<T>(tx: Tx, step: LastStep<T>, item: T): void {
  const { gathered } = connectionOf(tx)
  const items = gathered.get(step)
  if (items) items.push(item)
  else gathered.set(step, [item])
}

/** Runs `work` and takes all that it changed back; the transaction goes on. */
export async function rehearse(tx: Tx, work: () => Promise<void>): Promise<void> {
  await connectionOf(tx).rehearse(work)
}

function connectionOf(tx: Tx): TransactionConnection {
  const connection = connections.get(tx)
  if (!connection) throw new Error('This is no transaction of the database.')
  return connection
}

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: ConstructorParameters<typeof PostgresIntrospector>[0]) =>
    new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
}
const driver = new DummyDriver()

/** Builds queries for the connection. Queries that run at once are sent at once, in that order. */
function transactionOn(connection: TransactionConnection): Tx {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  const tx = new Transaction<DB>({ config: { dialect }, dialect, driver, executor })
  connections.set(tx, connection)
  return tx
}

/** Holds a connection of the pool for one transaction. */
class TransactionConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #access: Access
  /** The identity under which the next statement runs. */
  #identity: Identity
  /** The identity that the database knows, null where that is uncertain. */
  #known: Identity | null = null
  #stage: 'new' | 'begun' | 'ended' = 'new'
  #pendingCount = 0
  #isGathering = false
  /** The error of a message that no statement waited for. */
  #failure: Error | null = null
  /** The error after which nothing more is sent and nothing is committed. */
  #ending: Error | null = null
  /** Lists the channels to announce on after the commit. */
  readonly channels = new Set<string>()
  /** Maps the steps that run before the commit to what was gathered for them. */
  readonly gathered = new Map<LastStep<never>, unknown[]>()
  /** True if the connection must not be used again. */
  isLost = false

  constructor(client: pg.PoolClient, claims: Claims, access: Access) {
    this.#client = client
    this.#access = access
    this.#identity = identityOf(claims)
  }

  become(claims: Claims): void {
    this.#change(identityOf(claims))
  }

  async runAs<T>(role: Claims['role'], work: () => Promise<T>): Promise<T> {
    const before = this.#identity.role
    this.#change({ ...this.#identity, role })
    try {
      const result = await work()
      this.#change({ ...this.#identity, role: before })
      return result
    } catch (error) {
      if (this.#pendingCount > 0) this.#ending ??= asError(error) // what follows them has no certain role
      this.#identity = { ...this.#identity, role: before } // the caller may go on after the error
      throw error
    }
  }

  /** Throws while statements are under way: those sent next would run under another role than meant. */
  #change(identity: Identity): void {
    if (this.#pendingCount > 0)
      throw new Error('The role changes while statements of the transaction are under way.')
    this.#identity = identity
  }

  async rehearse(work: () => Promise<void>): Promise<void> {
    const before = new Map([...this.gathered].map(([step, items]) => [step, [...items]]))
    await this.#send('savepoint rehearsal')
    await work()
    await this.#send('rollback to savepoint rehearsal; release savepoint rehearsal')
    this.gathered.clear()
    for (const [step, items] of before) this.gathered.set(step, items)
    this.#known = null // the roles of the rehearsal were taken back too
  }

  async runLastSteps(tx: Tx): Promise<void> {
    for (const [step, items] of this.gathered) await step(tx, items as never[])
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(sql, parameters)
    return CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, and nothing here streams rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed.')
  }

  async commit(): Promise<void> {
    if (this.#ending) throw this.#ending
    const isBegun = this.#stage === 'begun'
    this.#stage = 'ended'
    if (!isBegun) return
    this.#gather()
    const answer = this.#client.query('commit')
    if (this.#access === 'read') return void answer.catch(() => {}) // there is nothing to lose
    const { command } = await answer.catch((error) => Promise.reject(asLost(error)))
    if (command !== 'COMMIT') throw this.#failure ?? new Error('The transaction was rolled back.')
  }

  /** Never throws. */
  async rollBack(): Promise<void> {
    const isBegun = this.#stage !== 'new'
    this.#stage = 'ended'
    if (isBegun) await this.#client.query('rollback').catch(() => (this.isLost = true))
  }

  /** Sends what opens the transaction or changes its role together with the statement. */
  async #send(text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#stage === 'ended') throw new Error('The transaction has ended.')
    if (this.#ending) throw this.#ending
    this.#gather()
    const opening = this.#opening()
    if (opening) this.#client.query(opening).catch((error) => (this.#failure ??= error))
    const answer = this.#client.query(
      values ? { text, values: values as unknown[], name: statementName(text) } : text,
    )
    this.#pendingCount++
    try {
      return await answer
    } catch (error) {
      throw asLost(this.#failure ?? (error as Error))
    } finally {
      this.#pendingCount--
    }
  }

  /** Has all that is sent in this turn of the event loop leave in one packet. */
  #gather(): void {
    if (this.#isGathering) return
    const { stream } = (this.#client as unknown as Wire).connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  #opening(): string {
    const { role, claims } = this.#identity
    const parts: string[] = []
    if (this.#stage === 'new') parts.push(this.#access === 'read' ? 'begin read only' : 'begin')
    if (this.#known?.role !== role) parts.push(`set local role ${pg.escapeIdentifier(role)}`)
    if (this.#known?.claims !== claims)
      parts.push(`set local request.jwt.claims = ${pg.escapeLiteral(claims)}`)
    this.#stage = 'begun'
    this.#known = this.#identity
    return parts.join('; ')
  }
}

/** Lists the commands that count changed rows. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Describes the socket of a client, which can hold messages back. */
type Wire = { connection: { stream: { cork: () => void; uncork: () => void } } }

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

/** Matches what the pool says when all its connections stayed in use. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect'

function throwUnacquired(cause: Error): never {
  const { message } = cause
  if (message === POOL_TIMEOUT) throw new OverloadError(message, { cause })
  throw new DependencyError('database', message, { cause })
}

/** Reports a connection that breaks during a statement as the database's fault, not the network's. */
function asLost(cause: Error): Error {
  const fault = classifyFault(cause)
  const isLost = fault.kind === 'dependency' && fault.dependency === 'network'
  return isLost ? new DependencyError('database', cause.message, { cause }) : cause
}
