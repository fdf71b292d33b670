import { setTimeout as sleep } from 'node:timers/promises'
import { SynthesisError, throwIfAborted } from '../../schema/synthesis-error.ts'
import { sendAlongRoute } from './send-along-route.ts'
import { STATEMENT_TIMEOUT_MS, type WarehouseRoute } from './warehouse.ts'

export type TrinoAddress = {
  origin: string
  user: string
  catalog: string
  schema: string | undefined
  password?: string
  token?: string
  route?: WarehouseRoute
}

type Column = { name: string; type: string }
type Request = { method: 'GET' | 'POST' | 'DELETE'; body?: string }
type Answer = {
  nextUri?: string
  columns?: Column[]
  data?: unknown[][]
  error?: { errorName?: string }
}

/** Limits the repetition of a request to a server that is busy. */
const BUSY_LIMIT_MS = 60_000
const BUSY_PAUSE_MS = 250
const BUSY = [429, 502, 503, 504]
/** Trino answers a request about a running statement within a second or so. */
const REQUEST_TIMEOUT_MS = 60_000
/** The server ends a statement first, unless it hangs. */
const GRACE_MS = 60_000

class TransactionEnded extends SynthesisError {
  constructor() {
    super('unreachable', 'Trino ended the transaction.')
  }
}

/** Speaks Trino's client protocol: one statement at a time, all in one read-only transaction. */
export class TrinoSession {
  readonly #address: TrinoAddress
  readonly #signal: AbortSignal | undefined
  /** `NONE` begins one. */
  #transaction: string | undefined

  constructor(address: TrinoAddress, signal: AbortSignal | undefined) {
    this.#address = address
    this.#signal = signal
  }

  async begin(): Promise<void> {
    this.#transaction = 'NONE'
    await this.query('start transaction isolation level repeatable read, read only')
  }

  /** Ends the transaction, which may have ended before. */
  readonly end = async (): Promise<void> => {
    if (this.#transaction === undefined || this.#signal?.aborted) return
    await this.query('rollback').catch(() => {})
    this.#transaction = undefined
  }

  readonly query = async (sql: string): Promise<unknown[][]> => {
    const rows: unknown[][] = []
    for await (const page of this.pages(sql)) rows.push(...page)
    return rows
  }

  async columns(sql: string): Promise<Column[]> {
    let columns: Column[] = []
    for await (const answer of this.#answers(sql)) columns = answer.columns ?? columns
    return columns
  }

  readonly pages = async function* (this: TrinoSession, sql: string) {
    for await (const { data } of this.#answers(sql)) if (data) yield data
  }.bind(this)

  /** Follows a statement to its end. Trino ends a transaction that was idle for minutes: another one begins then. */
  async *#answers(sql: string): AsyncGenerator<Answer> {
    try {
      yield* this.#statement(sql)
    } catch (error) {
      if (!(error instanceof TransactionEnded)) throw error
      await this.begin()
      yield* this.#statement(sql)
    }
  }

  /** Cancels the statement if the caller gives up, or the run does. */
  async *#statement(sql: string): AsyncGenerator<Answer> {
    throwIfAborted(this.#signal)
    const limit = Date.now() + STATEMENT_TIMEOUT_MS + GRACE_MS
    let next: string | undefined
    const cancel = () => {
      if (next) void this.#send(next, { method: 'DELETE' }).catch(() => {})
    }
    this.#signal?.addEventListener('abort', cancel)
    try {
      let answer = await this.#ask('/v1/statement', { method: 'POST', body: sql })
      for (;;) {
        next = this.#ownPath(answer.nextUri)
        throwIfAborted(this.#signal)
        if (answer.error?.errorName === 'UNKNOWN_TRANSACTION') throw new TransactionEnded()
        if (answer.error) throw refuse(this.#nameOf(answer.error))
        yield answer
        if (!next) return
        if (Date.now() > limit) throw refuse('EXCEEDED_TIME_LIMIT')
        answer = await this.#ask(next, { method: 'GET' })
      }
    } finally {
      this.#signal?.removeEventListener('abort', cancel)
      cancel()
    }
  }

  /** The token of another user is refused as a query would be. */
  #nameOf({ errorName = '' }: { errorName?: string }): string {
    const isSignIn = this.#transaction === 'NONE'
    return isSignIn && errorName === 'PERMISSION_DENIED' ? 'HTTP 403' : errorName
  }

  /** Secrets go to the named server alone, also if its answer names another. */
  #ownPath(uri: string | undefined): string | undefined {
    if (uri === undefined) return undefined
    const { pathname, search } = new URL(uri, this.#address.origin)
    return pathname + search
  }

  async #ask(path: string, request: Request): Promise<Answer> {
    const limit = Date.now() + BUSY_LIMIT_MS
    for (;;) {
      const response = await this.#send(path, request)
      if (response.status === 200) {
        this.#transaction =
          response.headers.get('X-Trino-Started-Transaction-Id') ?? this.#transaction
        return (await response.json().catch(() => {
          throw refuse('UNREACHABLE')
        })) as Answer
      }
      await response.body?.cancel()
      throwIfAborted(this.#signal)
      if (!BUSY.includes(response.status) || Date.now() > limit)
        throw refuse(`HTTP ${response.status}`)
      await sleep(BUSY_PAUSE_MS)
    }
  }

  async #send(path: string, request: Request): Promise<Response> {
    const { origin, route } = this.#address
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const sent = { ...request, headers: this.#headers(), signal }
    try {
      if (route) return await sendAlongRoute(`${origin}${path}`, sent, route)
      return await fetch(`${origin}${path}`, { ...sent, redirect: 'error' })
    } catch {
      throwIfAborted(this.#signal)
      throw refuse('UNREACHABLE')
    }
  }

  #headers(): Record<string, string> {
    const { user, catalog, schema, password, token } = this.#address
    const basic = () => Buffer.from(`${user}:${password}`).toString('base64')
    const authorization = token
      ? `Bearer ${token}`
      : password === undefined
        ? null
        : `Basic ${basic()}`
    return {
      'X-Trino-User': user,
      'X-Trino-Source': 'semblance',
      'X-Trino-Catalog': catalog,
      ...(schema !== undefined && { 'X-Trino-Schema': schema }),
      'X-Trino-Time-Zone': 'UTC',
      'X-Trino-Session': `query_max_run_time=${STATEMENT_TIMEOUT_MS / 60_000}m`,
      ...(this.#transaction && { 'X-Trino-Transaction-Id': this.#transaction }),
      ...(authorization && { Authorization: authorization }),
    }
  }
}

/** Converts the name of an error. Its message may quote values, and is never passed on. */
function refuse(name: string): SynthesisError {
  const known = MESSAGES.find(([kind]) => kind.test(name))?.[1]
  const shown = /^([A-Z_]{1,60}|HTTP \d+)$/.test(name) ? ` (${name})` : ''
  return new SynthesisError(
    AWAY.test(name) ? 'unreachable' : 'not_readable',
    known ?? `Trino refused a query${shown}.`,
  )
}

const NO_ROOM = /MEMORY|INSUFFICIENT|^QUERY_QUEUE_FULL$|^NO_NODES_AVAILABLE$|^EXCEEDED_LOCAL/

const AWAY = new RegExp(`^UNREACHABLE$|^HTTP (?!40[13])|${NO_ROOM.source}`)

const MESSAGES: [RegExp, string][] = [
  [/^HTTP 40[13]$/, 'Trino refused the sign-in: check the user, and its password or token.'],
  [/^(CATALOG|SCHEMA|TABLE)_NOT_FOUND$/, 'Trino has no such table: name it as schema.table.'],
  [/^MISSING_(CATALOG|SCHEMA)_NAME$/, 'Name the table as schema.table.'],
  [/^PERMISSION_DENIED$/, 'Trino does not allow this user to read the table.'],
  [/^EXCEEDED_(TIME|CPU)_LIMIT$/, 'Trino gave up on a query that took too long.'],
  [/^ADMINISTRATIVELY_|^USER_CANCELED$/, 'The query was canceled in Trino.'],
  [NO_ROOM, 'Trino has no memory, disk or workers left for the query.'],
  [/^(UNREACHABLE|HTTP \d+)$/, 'Trino cannot be reached.'],
]
