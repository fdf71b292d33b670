import type { AppError } from '../../platform/http/errors.ts'

/** Represents an error of the table protocol. */
export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  /** Holds the seconds after which the same request may succeed. Null if waiting does not help. */
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    details: string | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
    this.status = status
    this.code = code
    this.details = details
  }
}

export type RestErrorBody = {
  status: number
  body: { code: string; message: string; details: string | null; hint: string | null }
}

const statusOfSqlState: Record<string, number> = {
  '23505': 409,
  '23503': 409,
  '23502': 400,
  '23514': 400,
  '42703': 400,
  '42804': 400,
  '42883': 404,
  P0001: 400,
}

/** Data exceptions: a value that its column's type does not take. */
const DATA_EXCEPTION = /^22/

/** Returns the protocol's code for a dependency that is away, or for a pool that is used up. */
export function faultBody({ code, status, message }: AppError): RestErrorBody {
  const protocolCode = code === 'overloaded' ? 'PGRST003' : 'PGRST002'
  return { status, body: { code: protocolCode, message, details: null, hint: null } }
}

/** Converts a database error, or returns null if the caller did not cause it. */
export function toRestError(error: unknown, isAnon: boolean): RestErrorBody | null {
  if (error instanceof RestError) {
    const { status, code, message, details } = error
    return {
      status: code === '42501' && isAnon ? 401 : status,
      body: { code, message, details, hint: null },
    }
  }
  const { code, message, detail, hint } = error as {
    code?: string
    message?: string
    detail?: string
    hint?: string
  }
  if (typeof code !== 'string') return null
  const status = code === '42501' ? (isAnon ? 401 : 403) : statusOf(code)
  if (status === undefined) return null
  return {
    status,
    body: { code, message: message ?? '', details: detail ?? null, hint: hint ?? null },
  }
}

const statusOf = (code: string) =>
  statusOfSqlState[code] ?? (DATA_EXCEPTION.test(code) ? 400 : undefined)
