/** Classifies whose fault an error is, for jobs and requests alike. */

/**
 * Names the dependency behind a fault that ends without a change of ours: the database, the object
 * store, the mail server, the disk, or the network.
 */
export type Dependency = 'database' | 'storage' | 'mail' | 'disk' | 'network'

/**
 * `dependency`: something that the server needs does not answer; the work is repeated when it does.
 * `defect`: anything else, which repeating may not help.
 */
export type Fault = { kind: 'dependency'; dependency: Dependency } | { kind: 'defect' }

/** Reports that a dependency refused or did not answer, where the error itself does not say so. */
export class DependencyError extends Error {
  readonly dependency: Dependency

  constructor(dependency: Dependency, message: string, options?: ErrorOptions) {
    super(message, options)
    this.dependency = dependency
  }
}

/** Reports that all connections to the database stayed in use for longer than a call may wait. */
export class OverloadError extends DependencyError {
  constructor(message: string, options?: ErrorOptions) {
    super('database', message, options)
  }
}

/** Matches SQLSTATE classes of a database that is away, full, stopping, or asks to repeat. */
const DATABASE_AWAY = /^(08...|53...|57P0[1-3]|40001|40P01)$/

/** Matches the messages of the PostgreSQL driver for a lost connection, which have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** Lists the codes of a disk without room: those of files, and PostgreSQL's of its own. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', '53100'])

const DISK_FULL = new Set([...NO_ROOM, 'EMFILE', 'ENFILE', 'EROFS', 'EIO'])

const NETWORK_DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
])

/** Classifies an error by itself, and by its causes. */
export function classifyFault(error: unknown): Fault {
  const dependency = dependencyOf(error, 0)
  return dependency ? { kind: 'dependency', dependency } : { kind: 'defect' }
}

/** Returns true if a disk or a store has no room left, by the error itself or its causes. */
export function isStorageFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause && depth <= MAX_CAUSES; depth++) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== undefined && NO_ROOM.has(code)) return true
    cause = (cause as Error).cause
  }
  return false
}

/** Limits the chain of causes that is followed. */
const MAX_CAUSES = 5

function dependencyOf(error: unknown, depth: number): Dependency | null {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return null
  if (error instanceof DependencyError) return error.dependency
  return (
    ownDependency(error) ??
    dependencyOf((error as Error).cause, depth + 1) ??
    ((error as AggregateError).errors ?? [])
      .map((part: unknown) => dependencyOf(part, depth + 1))
      .find((found: Dependency | null) => found !== null) ??
    null
  )
}

function ownDependency(error: object): Dependency | null {
  const { code, message, syscall } = error as NodeJS.ErrnoException
  if (typeof code === 'string') {
    if (DISK_FULL.has(code)) return 'disk'
    if (DATABASE_AWAY.test(code)) return 'database'
    if (NETWORK_DOWN.has(code)) return 'network'
    // The socket of the database on this machine is a file, and absent while the database is.
    if (code === 'ENOENT' && syscall === 'connect') return 'database'
  }
  return CONNECTION_LOST.test(message ?? '') ? 'database' : null
}
