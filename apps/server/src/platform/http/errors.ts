import { type ErrorCode, type ErrorDetail, errors, retryAfterSecondsOf } from '@semblance/contract'

/**
 * Describes an error of a service: a code of the contract's table, and the field at fault or the
 * proofs to give where it has any.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: ErrorDetail
  /** Holds the seconds after which the same request may succeed. Null if waiting does not help. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    detail: ErrorDetail & { message?: string; retryAfterSeconds?: number } = {},
  ) {
    super(detail.message ?? errors[code].message)
    this.code = code
    this.status = errors[code].status
    this.retryAfterSeconds =
      detail.retryAfterSeconds ??
      retryAfterSecondsOf(code) ??
      (this.status === TOO_MANY ? LIMIT_SECONDS : null)
    const { field, methods } = detail
    this.detail = { ...(field && { field }), ...(methods && { methods }) }
  }
}

const TOO_MANY = errors.too_many_requests.status

/** Holds the wait after a limit that does not say when it ends: what it counts goes on to be used up by others. */
const LIMIT_SECONDS = 60

/** Maps a violated database constraint to the error for the user. */
const constraintErrors: Record<string, ErrorCode> = {
  offers__one_live_per_vendor: 'offer_exists',
  offers__one_accepted: 'rival_accepted',
  offers__not_own_request: 'own_dpr',
  contracts__one_live_per_request: 'rival_accepted',
  proposals__one_pending: 'proposal_pending',
  sources__name: 'source_exists',
  sso_domains__proved_once: 'domain_taken',
}

/** Lists PostgreSQL's states for a text that it cannot hold, plain or in JSON: one with a zero byte. */
const UNREADABLE_TEXT = new Set<unknown>(['22021', '22P05'])

/** Returns the AppError of a database error, or null if no caller can cause it. */
export function fromDatabaseError(error: unknown): AppError | null {
  const { constraint, code: state } = (error ?? {}) as { constraint?: unknown; code?: unknown }
  if (UNREADABLE_TEXT.has(state)) return new AppError('bad_input')
  const code = typeof constraint === 'string' ? constraintErrors[constraint] : undefined
  return code ? new AppError(code) : null
}
